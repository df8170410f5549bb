import { SECOND_MS } from '../data/calendar.ts';
import { COUNTRIES } from '../data/countries.ts';
import { filterValues } from './filter-values.ts';
import { success, type Call, type Outcome } from './outcome.ts';
import { createRowWriter } from './rows.ts';

const seconds = (ms: number): number => Math.floor(ms / SECOND_MS);

/** Returns the service's status and version (spec §4.1). */
export function getHealth({ state, nowMs }: Call): Outcome {
  const { healthStatus, healthCost, apiVersion } = state.profile;
  const body = {
    status: healthStatus,
    timestamp: seconds(nowMs),
    message: healthStatus === 'healthy' ? 'Service is running' : 'Some sources are late',
    version: apiVersion,
  };
  return success(createRowWriter(state.profile).finish(body, 'health'), { records: healthCost.records });
}

/** Returns the filter values (spec §4.11). */
export function getFilters({ state, nowMs }: Call): Outcome {
  const { profile } = state;
  const cost = { records: profile.filtersCost.records };
  const timestamp = seconds(nowMs);
  if (!profile.filtersSuccess)
    return success({ success: false, error: 'The filter values are being rebuilt', timestamp }, cost);
  const writer = createRowWriter(profile);
  const values = filterValues(profile);
  const names = new Map(COUNTRIES.map(({ code, name }) => [code, name]));
  const always = { industries: values.industries, stages: values.stages, company_sizes: values.companySizes };
  const data =
    profile.filterLists === 'some'
      ? always
      : {
          ...always,
          countries:
            profile.filterCountries === 'name'
              ? values.countries.map((code) => names.get(code) ?? code)
              : values.countries,
          currencies: values.currencies,
          tags: values.tags.map((tag) => writer.finish({ ...tag }, 'filter tag', tag.id)),
          technologyOptions: values.technologies,
        };
  return success({ success: true, data: writer.finish(data, 'filters'), timestamp }, cost);
}
