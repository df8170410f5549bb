import type { LayerTable } from './layer-rules.mjs';

export const coreLayers: LayerTable;
