/**
 * Endpoints without a maximum number of rows (spec §4.5–4.9). Their prices are therefore estimates. Open
 * roles are not among them, because a page of open roles has a limited size.
 */
export const UNBOUNDED_ENDPOINTS = ['contacts', 'rounds', 'highlights', 'news'] as const;
export type UnboundedEndpoint = (typeof UNBOUNDED_ENDPOINTS)[number];

export const isUnbounded = (endpoint: string): boolean =>
  UNBOUNDED_ENDPOINTS.some((each) => each === endpoint);
