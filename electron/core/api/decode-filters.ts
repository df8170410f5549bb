import type { DecodedFilters } from './decoded.ts';
import { decodeTags } from './decode-company.ts';
import type { Decoded } from './decode-list.ts';
import { foldStage } from './decode-stage.ts';
import { asObject, field, textList } from './decode-values.ts';

/** Real lists run to thousands (technologies); this only stops a broken one. */
const VALUES = { items: 20_000, length: 200 } as const;

/**
 * `GET /filters` [§2.12]; null where the answer holds no values, or says `success: false`. Values keep the spelling they
 * came in, because that is the spelling to send.
 */
export function decodeFilters(body: unknown): Decoded<DecodedFilters> | null {
  const answer = asObject(body);
  if (answer === null || field(answer, 'success') === false) return null;
  const data = asObject(field(answer, 'data')) ?? answer;
  const values = (...names: readonly string[]) => textList(field(data, ...names), VALUES);
  const countries = values('countries');
  const industries = values('industries');
  const stages = values('stages');
  if (countries === null && industries === null && stages === null) return null;
  return {
    rows: 1,
    value: {
      countries: (countries ?? [])
        .map((code) => code.toUpperCase())
        .filter((code) => /^[A-Z]{2}$/.test(code)),
      industries: industries ?? [],
      stages: distinctStages(stages ?? []),
      companySizes: values('company_sizes', 'companySizes') ?? [],
      currencies: (values('currencies') ?? [])
        .map((code) => code.toUpperCase())
        .filter((code) => /^[A-Z]{3}$/.test(code)),
      tags: decodeTags(field(data, 'tags'), VALUES.items) ?? [],
      technologies: values('technologyOptions', 'technology_options', 'technologies') ?? [],
    },
  };
}

/** The service matches stages without regard to case, so two spellings are one choice; the first one received stays. */
const distinctStages = (stages: readonly string[]): readonly string[] =>
  [...new Map(stages.toReversed().map((stage) => [foldStage(stage), stage])).values()].toReversed();
