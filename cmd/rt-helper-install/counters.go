package main

import (
	"fmt"
	"strconv"
	"strings"
)

// counter is one line of Prometheus' text format with at most one label.
type counter struct {
	name, label string
	value       float64
}

type counters []counter

// parseCounters takes the lines that it understands.
func parseCounters(text string) counters {
	var list counters
	for line := range strings.Lines(text) {
		if c, ok := parseCounter(strings.TrimSpace(line)); ok {
			list = append(list, c)
		}
	}
	return list
}

func parseCounter(line string) (counter, bool) {
	name, value, ok := strings.Cut(line, " ")
	if !ok || strings.HasPrefix(line, "#") {
		return counter{}, false
	}
	v, err := strconv.ParseFloat(value, 64)
	if err != nil {
		return counter{}, false
	}
	name, label, labelled := strings.Cut(name, "{")
	if labelled {
		_, label, _ = strings.Cut(strings.TrimSuffix(label, "}"), "=")
		if label, err = strconv.Unquote(label); err != nil {
			return counter{}, false
		}
	}
	return counter{name, label, v}, true
}

// list prints a labelled counter: the sum, and what it is made of.
func (l counters) list(name string) string {
	var sum float64
	var parts []string
	for _, c := range l {
		if c.name == name {
			sum += c.value
			parts = append(parts, fmt.Sprintf("%g %s", c.value, c.label))
		}
	}
	if len(parts) == 0 {
		return "0"
	}
	return fmt.Sprintf("%g (%s)", sum, strings.Join(parts, ", "))
}

// one prints a counter without a label.
func (l counters) one(name string) string {
	for _, c := range l {
		if c.name == name {
			return fmt.Sprintf("%g", c.value)
		}
	}
	return "0"
}
