import type { ServiceState } from '../../../shared/model/workspace.ts';
import { safeLine } from '../../lib/safe-text.ts';
import { headerDateText } from './header-date-text.ts';
import { settings } from './strings.ts';

/**
 * Describes the service's `Deprecation` and `Sunset` headers. A header without a valid date is shown as
 * received.
 */
export function deprecationText({
  deprecation,
  sunset,
}: Pick<NonNullable<ServiceState['deprecation']>, 'deprecation' | 'sunset'>): string {
  const words = settings.service;
  const describe = (
    header: string | null,
    dated: (date: string) => string,
    received: (text: string) => string,
  ): readonly string[] => {
    if (header === null || header === '') return [];
    const date = headerDateText(header);
    return [date === null ? received(safeLine(header, 100)) : dated(date)];
  };
  return [
    ...describe(deprecation, words.deprecatedOn, words.deprecation),
    ...describe(sunset, words.sunsetOn, words.sunset),
  ].join(', ');
}
