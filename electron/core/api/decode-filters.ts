import type { DecodedFilters } from './decoded.ts';
import { decodeTags } from './decode-company.ts';
import type { Decoded } from './decode-list.ts';
import { foldStage } from './decode-stage.ts';
import { asObject, field, textList } from './decode-values.ts';

/** Real lists run to thousands (technologies); this only stops a broken one. */
const VALUES = { items: 20_000, length: 200 } as const;

/**
 * `GET /filters` [§2.12]; null where the answer holds no list of values, or says `success: false`. Values keep the spelling they
 * came in, because that is the spelling to send.
 */
export function decodeFilters(body: unknown): Decoded<DecodedFilters> | null {
  const answer = asObject(body);
  if (answer === null || field(answer, 'success') === false) return null;
  const data = asObject(field(answer, 'data')) ?? answer;
  const values = (...names: readonly string[]) => textList(field(data, ...names), VALUES);
  const told = {
    countries: values('countries'),
    industries: values('industries'),
    stages: values('stages'),
    companySizes: values('company_sizes', 'companySizes'),
    currencies: values('currencies'),
    tags: decodeTags(field(data, 'tags'), VALUES.items),
    technologies: values('technologyOptions', 'technology_options', 'technologies'),
  };
  if (Object.values(told).every((list) => list === null)) return null;
  return {
    rows: 1,
    value: {
      countries: codes(told.countries, /^[A-Z]{2}$/),
      industries: told.industries ?? [],
      stages: distinctStages(told.stages ?? []),
      companySizes: told.companySizes ?? [],
      currencies: codes(told.currencies, /^[A-Z]{3}$/),
      tags: told.tags ?? [],
      technologies: told.technologies ?? [],
    },
  };
}

const codes = (told: readonly string[] | null, form: RegExp): readonly string[] =>
  (told ?? []).map((code) => code.toUpperCase()).filter((code) => form.test(code));

/** The service matches stages without regard to case, so two spellings are one choice; the first one received stays. */
const distinctStages = (stages: readonly string[]): readonly string[] =>
  [...new Map(stages.toReversed().map((stage) => [foldStage(stage), stage])).values()].toReversed();
