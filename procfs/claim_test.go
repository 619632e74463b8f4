package procfs

import "testing"

func TestJoin(t *testing.T) {
	cases := []struct{ a, b, want claim }{
		{noClaim, noClaim, noClaim},
		{noClaim, claimsIt, claimsIt},
		{noClaim, claimsOther, claimsOther},
		{claimsIt, claimsIt, claimsIt},
		{claimsOther, claimsOther, claimsOther},
		{claimsIt, claimsOther, noClaim},
	}
	for _, c := range cases {
		if got := c.a.join(c.b); got != c.want {
			t.Errorf("%d and %d: %d, want %d", c.a, c.b, got, c.want)
		}
		if got := c.b.join(c.a); got != c.want {
			t.Errorf("%d and %d: %d, want %d", c.b, c.a, got, c.want)
		}
	}
}
