package main

import "bytes"

// variable is the last value of a variable in an environment as /proc shows it.
func variable(env []byte, name string) string {
	value := ""
	for word := range bytes.SplitSeq(env, []byte{0}) {
		if v, ok := bytes.CutPrefix(word, []byte(name+"=")); ok {
			value = string(v)
		}
	}
	return value
}
