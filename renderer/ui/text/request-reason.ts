import { safeLine } from '../../lib/safe-text.ts';
import { requestStrings } from './request-strings.ts';

const { planned, measuring, counting } = requestStrings.reasons;

/**
 * Returns the reason for a request as the screens show it. The stored reason contains the kind of a planned
 * request (`Plan: reading`) or the id of a watched list (`Watched list Leads (3)`).
 */
export const requestReason = (reason: string, max = 200): string =>
  safeLine(reason, max)
    .replace(/^(Plan|Rule): ([a-z-]+)/, (_, by: string, kind: string) => `${by}: ${planned[kind] ?? kind}`)
    .replace(/^(Watched list .*) \(\d+\)/, '$1')
    .replace(/^Calibration\b/, measuring)
    .replace(/^You, to count\b/, counting);
