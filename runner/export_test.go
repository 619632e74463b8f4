package runner

// LongestCanonical is for tests that drive real programs.
const LongestCanonical = longestCanonical
