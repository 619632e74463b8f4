package helper

// aside has a group looked at beside the goroutine, after those that are to be
// already.
func (h *Hub) aside(g *group) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.slow = append(h.slow, g)
	if !h.slowly {
		h.slowly = true
		h.asides.Go(func() {
			for g := h.nextAside(); g != nil; g = h.nextAside() {
				h.look(g)
			}
		})
	}
}

// nextAside is the next group to look at beside the goroutine; nil: there is none,
// and the one who asks is to end.
func (h *Hub) nextAside() *group {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.kick() // one that was looked at may be due before the goroutine wakes
	if h.slowly = len(h.slow) > 0; !h.slowly {
		return nil
	}
	g := h.slow[0]
	h.slow = h.slow[1:]
	return g
}
