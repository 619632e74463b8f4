package procfs

import (
	"testing"

	"golang.org/x/sys/unix"
)

// TestRosterBeside: a look beside another one at the same terminal takes nothing
// away from it, neither what happened to the terminal nor what will.
func TestRosterBeside(t *testing.T) {
	for _, c := range []struct {
		name  string
		order func(look, use func())
	}{
		{"used before", func(look, use func()) { use(); look() }},
		{"used after", func(look, use func()) { look(); use() }},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, r := rostered(t)
			s.start(t, program("sleep", "-1", "0"))
			job := jobOf(t, s.term, everyone)
			outside := func(r *Roster) {
				if _, err := r.Outside(s.term, job, Asker{Key: 1, May: nobody}); err != nil {
					t.Fatal(err)
				}
			}
			await(t, "a terminal that is not used", func() bool {
				outside(r)
				return r.cache.inotify.idle(s.term.ID)
			})
			c.order(func() {
				beside := r.cache.Acquire(s.term, false)
				beside.Watch(s.term)
				outside(beside)
				r.cache.Release(beside)
			}, func() {
				opened(t, s.Path(), unix.O_RDONLY)
			})
			if due, used := r.due(s.term, job, r.at); !due || !used {
				t.Errorf("the terminal was opened: due %v, used %v", due, used)
			}
		})
	}
}
