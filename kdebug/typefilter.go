package kdebug

// typefilterSize is the one size KDSET_TYPEFILTER accepts: a bit for each of
// the 65,536 pairs of class and subclass.
const typefilterSize = 8192

// typefilter is the bitmap that lets the given pairs of class and subclass
// through. The kernel adds class 7, the trace's own records.
func typefilter(pairs ...uint16) []byte {
	bitmap := make([]byte, typefilterSize)
	for _, pair := range pairs {
		bitmap[pair>>3] |= 1 << (pair & 7)
	}
	return bitmap
}
