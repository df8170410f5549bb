import type { Decoded, DecodedFilters } from './decoded-types.ts';
import { decodeTags } from './company.ts';
import { decodeCountry } from './country.ts';
import { foldStage } from './stage.ts';
import { asObject, field, textList } from './values.ts';

/** Limits for malformed responses. Real lists have up to several thousand values. */
const VALUES = { items: 20_000, length: 200 } as const;

/**
 * Decodes `GET /filters` (spec §2.12). Null if the response contains none of the lists. Countries are
 * converted to codes, and currency codes to upper case. All other values keep their spelling, because queries
 * send them back to the service.
 */
export function decodeFilters(body: unknown): Decoded<DecodedFilters> | null {
  const answer = asObject(body);
  if (answer === null || field(answer, 'success') === false) return null;
  const data = asObject(field(answer, 'data')) ?? answer;
  const values = (...names: readonly string[]) => textList(field(data, ...names), VALUES);
  const options = {
    countries: values('countries'),
    industries: values('industries'),
    stages: values('stages'),
    companySizes: values('company_sizes', 'companySizes'),
    currencies: values('currencies'),
    tags: decodeTags(field(data, 'tags'), VALUES.items),
    technologies: values('technologyOptions', 'technology_options', 'technologies'),
  };
  if (Object.values(options).every((list) => list === null)) return null;
  return {
    rows: 1,
    value: {
      countries: countryCodes(options.countries ?? []),
      industries: options.industries ?? [],
      stages: distinctStages(options.stages ?? []),
      companySizes: options.companySizes ?? [],
      currencies: currencyCodes(options.currencies ?? []),
      tags: options.tags ?? [],
      technologies: options.technologies ?? [],
    },
  };
}

/**
 * Returns the ISO codes of the countries. The response may contain English names, but queries need codes
 * (spec §4.2). Names without a known code are omitted.
 */
const countryCodes = (values: readonly string[]): readonly string[] => [
  ...new Set(values.flatMap((value) => decodeCountry(value, null).code ?? [])),
];

const currencyCodes = (values: readonly string[]): readonly string[] =>
  values.map((code) => code.toUpperCase()).filter((code) => /^[A-Z]{3}$/.test(code));

/**
 * Removes duplicate stages and keeps the first spelling of each. The service ignores the case of stages, so
 * two spellings of a stage are the same filter.
 */
const distinctStages = (stages: readonly string[]): readonly string[] =>
  [...new Map(stages.toReversed().map((stage) => [foldStage(stage), stage])).values()].toReversed();
