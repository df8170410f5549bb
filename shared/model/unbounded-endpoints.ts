/**
 * Endpoints whose number of rows has no maximum (spec §4.5–4.9), so their prices are estimates. Open roles
 * are not among them, because the size of a page of open roles is limited.
 */
export const UNBOUNDED_ENDPOINTS = ['contacts', 'rounds', 'highlights', 'news'] as const;
export type UnboundedEndpoint = (typeof UNBOUNDED_ENDPOINTS)[number];

export const isUnbounded = (endpoint: string): boolean =>
  UNBOUNDED_ENDPOINTS.some((each) => each === endpoint);
