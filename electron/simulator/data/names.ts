/** First words of two-word company names. Any resemblance to real brands is coincidental. */
export const ROOTS: readonly string[] = (
  'Halden Skerry Morava Cobaltine Quill Nivara Yukihara Anadol Portolan Lumen Tessaly Alder Sage Bright Ember Fathom ' +
  'Galen Hesper Ilex Juniper Kestrel Larch Marlow Norrland Ostara Perrin Quarry Rowan Saltmarsh Tamarind Umbra Verdant ' +
  'Willow Yarrow Zephyr Arden Basalt Calder Dovetail Elmstead Fernhill Garnet Hollin Inkwell Jarrah Keld Lantern Mistral ' +
  'Nettle Orrery Pallas Quince Ravel Sorrel Thistle Ursa Vesper Wicket Yonder Zinnia Amberly Birchen Cinder Dunmore ' +
  'Eastmoor Foxglove Glimmer Harrow Islay Jasper Kiln Lodestar Meridian Northgate Oakhaven Pilot Quarto Redstart Sable ' +
  'Tallow Underhill Valence Wexcombe Yewdale Zenobia Aster Brindle Corvid Dapple Errant Flint Gossamer Heron Ivory Jetty ' +
  'Knoll Linden Moorland Nimbus Osprey Plover Quiver Ripple Spindle Tarn Upland Vellum Wren Almanac Bobbin Candor Delft ' +
  'Estuary Furrow Granary Hazel Isobar Junction Kindle Lattice Mosaic Nautil Outpost Pebble Rudder Sextant Trellis Varda'
).split(' ');

/** First and second halves of one-word names such as "Lumenfold". */
export const HEADS: readonly string[] = (
  'Lumen Bright Quill Alder Port Cobalt Sage Ember Frost Glass Hollow Iron Juni Kelp Lark Moss North Opal Pine Ridge Stone ' +
  'Tide Under Vale Wind Ash Birch Clear Drift Even Field Gold Hearth Ink Jade Kind Loom Mill Nest Oak Plain Quick Rain ' +
  'Silver Thorn True Veer Wake Wild Yard'
).split(' ');
export const TAILS: readonly string[] = (
  'fold mark water moor bridge line well grove stack path loop ford gate work craft sail crest shore root spring bough ' +
  'beam wick haven point forge lane light lock mesh bell trail span kiln dock cove reach ward weave mere'
).split(' ');

/** Second words of company names that fit any sector. */
export const GENERAL_WORDS: readonly string[] = [
  'Labs',
  'Systems',
  'Works',
  'Technologies',
  'Studio',
  'Group',
];

const FIRM_ROOTS: readonly string[] = (
  'Tidewell Cairnstone Harbourline Pinegrove Ninth-Mile Coldbrook Redoak Starling Greywick Lowtide Highmoor Oxbow ' +
  'Bellwether Drystone Firstlight Longacre Mapleshade Ninepin Overlook Sandbar Threshold Turnstone Waymark Whitegate ' +
  'Copperfield Ironbark Kingfisher Lighthouse-Row Millrace Saffron-Hill'
)
  .split(' ')
  .map((word) => word.replace('-', ' '));
const FIRM_ENDINGS: readonly string[] = ['Ventures', 'Capital', 'Partners', 'Seed Fund', '& Sons Growth'];

/** Invented investment firms. Those near the start of the list invest more often. */
export const INVESTORS: readonly string[] = FIRM_ENDINGS.flatMap((ending) =>
  FIRM_ROOTS.map((root) => `${root} ${ending}`),
);
export const LENDERS: readonly string[] = [
  'Drystone Venture Debt',
  'Longacre Credit',
  'Waymark Growth Lending',
];

/** Invented news outlets; each has the domain `NAME.example`. */
export const OUTLETS: readonly string[] = [
  'the-ledger-wire',
  'startup-gazette',
  'northern-tech-post',
  'roundtable-daily',
];
