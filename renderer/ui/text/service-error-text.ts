import { EXCERPT_MAX, SERVICE_TEXT_MAX } from '../../../shared/model/limits.ts';
import type { AppError } from '../../../shared/app-error.ts';
import type { ServiceError } from '../../../shared/model/service-error.ts';
import { safeLine } from '../../lib/safe-text.ts';
import { kit } from '../strings.ts';

/** Returns the service's error response; null if the error did not come from the service. */
export const serviceErrorIn = (error: AppError): ServiceError | null =>
  'serviceError' in error ? (error.serviceError ?? null) : null;

const TEXTS = ['code', 'error', 'message', 'detail', 'hint'] as const;

interface Line {
  readonly label: string;
  readonly value: string;
}

/** Returns the parts of the service's error response as labelled lines, beginning with the status. */
export function serviceErrorLines(error: ServiceError): readonly Line[] {
  const words = kit.serviceError;
  const line = (label: string, text: string | null, max: number): Line[] => {
    const value = safeLine(text ?? '', max);
    return value === '' ? [] : [{ label, value }];
  };
  const lines = [
    ...TEXTS.flatMap((name) => line(words.names[name], error[name], SERVICE_TEXT_MAX)),
    ...line(words.names.excerpt, error.excerpt, EXCERPT_MAX),
  ];
  const status = { label: words.names.status, value: String(error.status) };
  return [status, ...(lines.length === 0 ? [{ label: words.names.error, value: words.nothing }] : lines)];
}

/** Returns the service's error response in one line, such as `503, maintenance, Try later`. */
export const serviceErrorLine = (error: ServiceError): string =>
  serviceErrorLines(error)
    .map(({ value }) => value)
    .join(', ');
