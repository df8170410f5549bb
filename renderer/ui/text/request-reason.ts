import { safeLine } from '../../lib/safe-text.ts';
import { requestStrings } from './request-strings.ts';

const { planned, measuring, counting } = requestStrings.reasons;

/**
 * Returns the reason for a request in the form that the screens show. In the stored reason, the kind of a
 * planned request (`Plan: reading`) is replaced with text, and the id of a watched list (`Watched list Leads
 * (3)`) is removed.
 */
export const requestReason = (reason: string, max = 200): string =>
  safeLine(reason, max)
    .replace(/^(Plan|Rule): ([a-z-]+)/, (_, by: string, kind: string) => `${by}: ${planned[kind] ?? kind}`)
    .replace(/^(Watched list .*) \(\d+\)/, '$1')
    .replace(/^Calibration\b/, measuring)
    .replace(/^You, to count\b/, counting);
