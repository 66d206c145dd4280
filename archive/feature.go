package archive

import (
	"slices"
	"strings"

	registry "kifudb/game"
	"kifudb/indexer"
	"kifudb/position"
	"kifudb/position/feature"
	"kifudb/query"
)

// mostFeatureNodes is up to which node it is found out what moves do. A hostile record has millions of
// nodes, and each that comes before takes about 40 µs.
const mostFeatureNodes = 20_000

// ReadFeatures finds out what the moves of nodes of one game do, for [Node.Features]. The nodes are in
// ascending order. Games without rules, and nodes behind the first 20,000, have no features.
func ReadFeatures(nodes ...*Node) error {
	nodes = slices.DeleteFunc(slices.Clone(nodes), func(n *Node) bool { return n.Node > mostFeatureNodes || n.Last == nil })
	if len(nodes) == 0 {
		return nil
	}
	game := nodes[0].Game
	observer, ok := game.Kind().(registry.Observer)
	if !ok {
		return nil
	}
	script, err := game.segment.Script(game.local)
	if err != nil {
		return err
	}
	start, err := observer.Start(indexer.RecordOf(game.segment.Facts(game.local).Size, game.segment.Recorded().Info(game.local)))
	if err != nil {
		return err
	}
	kinds := observer.Features()
	wanted := feature.Wanted{Points: true}
	for i := range kinds {
		if !kinds[i].Everywhere {
			wanted.Kinds |= 1 << i
		}
	}
	for i := range observer.Observe(start, script, wanted) {
		for len(nodes) > 0 && nodes[0].Node < i.Node {
			nodes = nodes[1:]
		}
		if len(nodes) == 0 {
			break
		}
		if nodes[0].Node == i.Node {
			nodes[0].Features = append(nodes[0].Features, *newFeature(kinds[i.Kind].Name, query.FeatureText(&kinds[i.Kind], i.Value), i.By, i.Points))
		}
	}
	return nil
}

// newFeature returns a feature for JSON.
func newFeature(name, value string, by position.Color, points []position.Point) *Feature {
	f := &Feature{Name: name, Value: value, By: by.Letter()}
	for _, p := range points {
		f.Points = append(f.Points, PointText(p))
	}
	slices.Sort(f.Points)
	return f
}

// String says what the move does, as in "captures 5".
func (f *Feature) String() string { return f.Name + " " + f.Value }

// Term returns the term that asks for moves that do the same.
func (f *Feature) Term() string { return f.Name + ":" + f.Value }

// FeatureSign is the sign of SGF on the points of a feature.
const FeatureSign = "SQ"

// MarkFeature marks the points of a feature on the board of a node, beside the markup of the record.
func (n *Node) MarkFeature(f *Feature) {
	for _, point := range f.Points {
		x, y, ok := Coordinates(point)
		if !ok || slices.ContainsFunc(n.Markup.Signs, func(s Sign) bool { return s.Point == point && s.Kind == FeatureSign }) {
			continue
		}
		n.Markup.Signs = append(n.Markup.Signs, Sign{point, FeatureSign})
		if at := position.At(x, y); !n.Labelled(point) {
			n.Labels[at] = SignCharacters[FeatureSign]
		}
	}
}

// Labelled reports whether the record puts a text on a point.
func (n *Node) Labelled(point string) bool {
	return slices.ContainsFunc(n.Markup.Labels, func(l Label) bool { return l.Point == point })
}

// MarkTerm marks the points of the features that a term of [Feature.Term] names; of a name alone, those of
// all its values. It reports whether the move has such a feature. The features must have been read.
func (n *Node) MarkTerm(term string) (marked bool) {
	name, value, _ := strings.Cut(term, ":")
	if f, ok := query.FindField(name); ok {
		name, _ = f.Feature()
	}
	for i := range n.Features {
		if f := &n.Features[i]; f.Name == name && (value == "" || f.Value == value) {
			n.MarkFeature(f)
			marked = true
		}
	}
	return marked
}
