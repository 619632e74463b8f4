package main

import (
	"cmp"
	"strings"
)

// comparePaths puts terminals into the order of their numbers.
func comparePaths(a, b string) int {
	const digits = "0123456789"
	name, other := strings.TrimRight(a, digits), strings.TrimRight(b, digits)
	return cmp.Or(cmp.Compare(name, other), cmp.Compare(len(a), len(b)), cmp.Compare(a, b))
}
