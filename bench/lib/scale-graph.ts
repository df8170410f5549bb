/* Draws how costs grow with the size of the library, as an SVG with two logarithmic axes. */

export interface Curve {
  readonly name: string;
  readonly unit: string;
  readonly points: readonly { readonly companies: number; readonly cost: number }[];
}

const WIDTH = 760;
const HEIGHT = 460;
const PLOT = { left: 60, right: 560, top: 30, bottom: 410 };
const COLOURS = ['#3b6fd4', '#b4552d', '#2f8a57', '#8a4fb3', '#a8842c', '#c0467f', '#3f8fa3', '#6b6b6b'];
/** Minimum vertical distance at which two labels do not overlap. */
const LABEL_HEIGHT = 17;

const decadesBetween = (least: number, most: number): number[] => {
  const from = Math.floor(Math.log10(least));
  return Array.from({ length: Math.ceil(Math.log10(most)) - from + 1 }, (_, at) => 10 ** (from + at));
};

const labelOf = (value: number): string => (value >= 1 ? value.toLocaleString('en-US') : String(value));

/** Returns the SVG. All costs share one axis, whatever their unit; each curve's label names its unit. */
export function drawScale(curves: readonly Curve[]): string {
  const points = curves.flatMap((curve) => curve.points);
  const sizes = decadesBetween(
    Math.min(...points.map(({ companies }) => companies)),
    Math.max(...points.map(({ companies }) => companies)),
  );
  const costs = decadesBetween(
    Math.min(...points.map(({ cost }) => cost)),
    Math.max(...points.map(({ cost }) => cost)),
  );
  const place = (value: number, decades: readonly number[], from: number, to: number): number => {
    const [least = 1, most = 10] = [decades[0], decades.at(-1)];
    return from + (Math.log10(value / least) / Math.log10(most / least)) * (to - from);
  };
  const x = (companies: number): number => place(companies, sizes, PLOT.left, PLOT.right);
  const y = (cost: number): number => place(cost, costs, PLOT.bottom, PLOT.top);
  const grid = [
    ...sizes.map(
      (size) =>
        `<line x1="${x(size)}" y1="${PLOT.top}" x2="${x(size)}" y2="${PLOT.bottom}" class="grid"/>` +
        `<text x="${x(size)}" y="${PLOT.bottom + 20}" text-anchor="middle">${labelOf(size)}</text>`,
    ),
    ...costs.map(
      (cost) =>
        `<line x1="${PLOT.left}" y1="${y(cost)}" x2="${PLOT.right}" y2="${y(cost)}" class="grid"/>` +
        `<text x="${PLOT.left - 8}" y="${y(cost) + 4}" text-anchor="end">${labelOf(cost)}</text>`,
    ),
  ];
  const labels = labelPlaces(curves.map(({ points: own }) => y(own.at(-1)?.cost ?? 1)));
  const lines = curves.map(({ name, unit, points: own }, at) => {
    const colour = COLOURS[at % COLOURS.length] ?? '#000';
    const path = own
      .map(({ companies, cost }) => `${x(companies).toFixed(1)},${y(cost).toFixed(1)}`)
      .join(' ');
    return (
      `<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="2"/>` +
      `<text x="${PLOT.right + 10}" y="${((labels[at] ?? 0) + 4).toFixed(1)}" style="--line: ${colour}">${name}, ${unit}</text>`
    );
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12">
<style>.grid { stroke: #ddd } text { fill: var(--line, #555) }</style>
<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>
${[...grid, ...lines].join('\n')}
<text x="${(PLOT.left + PLOT.right) / 2}" y="${HEIGHT - 12}" text-anchor="middle">companies in the library</text>
</svg>
`;
}

/** Moves overlapping labels apart without changing their order. */
function labelPlaces(wanted: readonly number[]): number[] {
  const order = wanted.map((place, at) => ({ place, at })).sort((a, b) => a.place - b.place);
  const places: number[] = [];
  let last = -Infinity;
  for (const { place, at } of order) {
    last = Math.max(place, last + LABEL_HEIGHT);
    places[at] = last;
  }
  return places;
}
