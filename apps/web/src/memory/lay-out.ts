/** The position of a memory in the graph, and its distance from the centre in relations. */
export type Place = { x: number; y: number; ring: number };

type Edge = { from: string; to: string };

/** The most neighbours that are drawn of the centre, and of each of its neighbours. */
const most = { 1: 12, 2: 4 };
/** The radii of the rings, horizontal and vertical. */
const radii = [
  { x: 0, y: 0 },
  { x: 22, y: 15 },
  { x: 40, y: 27 },
] as const;

/** Places a memory at the centre, its neighbours around it, and their neighbours outside, each within its own sector. Pure. */
export function layOut(center: string, edges: readonly Edge[]): Map<string, Place> {
  const places = new Map<string, Place>([[center, { x: 0, y: 0, ring: 0 }]]);
  const neighboursOf = (id: string): string[] => [
    ...new Set(
      edges.flatMap(({ from, to }) => (from === id ? to : to === id ? from : [])).filter((one) => one !== id),
    ),
  ];
  const first = neighboursOf(center).slice(0, most[1]);
  const sector = (2 * Math.PI) / Math.max(1, first.length);
  for (const [index, id] of first.entries()) places.set(id, at(1, index * sector));
  for (const [index, id] of first.entries()) {
    const behind = neighboursOf(id)
      .filter((one) => !places.has(one))
      .slice(0, most[2]);
    const step = sector / (behind.length + 1);
    for (const [place, one] of behind.entries())
      places.set(one, at(2, index * sector - sector / 2 + (place + 1) * step));
  }
  return places;
}

function at(ring: 1 | 2, angle: number): Place {
  const { x, y } = radii[ring];
  return { x: x * Math.sin(angle), y: -y * Math.cos(angle), ring };
}
