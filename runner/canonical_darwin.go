package runner

// longestCanonical is how much of a line the kernel's line editor keeps beside
// the newline: MAX_CANON counts it. It drops the rest, the newline too.
const longestCanonical = 1023
