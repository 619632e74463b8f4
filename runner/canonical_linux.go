package runner

// longestCanonical is how much of a line the kernel's line editor keeps beside
// the newline. It drops the rest and says nothing.
const longestCanonical = 4095
