import { lastHeard } from '../db/queries/signals.ts';
import { keepsPeople } from '../library/seal.ts';
import type { OpenWorkspace } from '../workspace/open-workspace.ts';
import type { PlanParts } from './subjects.ts';

/** What a plan of an open workspace is made from. */
export const planPartsOf = ({ files, governor, hints, vault }: OpenWorkspace): PlanParts => ({
  ...{ files, governor, hints },
  keepsPeople: () => keepsPeople(vault.seal()),
  heardAtMs: () => lastHeard(files.cache),
});
