import { NAME_MAX, TEXT_MAX } from '../../../../shared/model/company.ts';
import type { DecodedCompany, DecodedRound, DecodedTag } from './decoded-types.ts';
import { currencyCode, decodeAmount } from './amount.ts';
import { decodeCountry } from './country.ts';
import { decodeDate } from './date.ts';
import { decodeStage } from './stage.ts';
import {
  asArray,
  field,
  identifier,
  isObject,
  listOf,
  number,
  ROWS_MAX,
  text,
  textList,
  urlText,
} from './values.ts';
import type { JsonObject } from './values.ts';

const LIST = { items: ROWS_MAX, length: 200 } as const;

/**
 * Decodes a list of tags in the received order; null if the value is not a list. A string becomes a tag that
 * has only a name.
 */
export function decodeTags(value: unknown, max: number = LIST.items): readonly DecodedTag[] | null {
  const values = asArray(value);
  if (values === null) return null;
  return listOf(
    values.map((entry) => (typeof entry === 'string' ? { name: entry } : entry)),
    max,
    (tag) => {
      const name = text(field(tag, 'name', 'label'), LIST.length);
      if (name === null) return null;
      return {
        tagId: identifier(field(tag, 'id')),
        name,
        slug: text(field(tag, 'slug'), LIST.length),
        category: text(field(tag, 'category'), 100),
      };
    },
  );
}

/** Decodes a company from any endpoint. The endpoints use different names for the same fields. */
export function decodeCompany(companyId: string, value: JsonObject): DecodedCompany {
  const country = decodeCountry(
    field(value, 'country', 'countryCode', 'country_code'),
    field(value, 'country_name', 'countryName'),
  );
  return {
    companyId,
    name: text(field(value, 'companyName', 'name', 'company_name'), NAME_MAX),
    countryCode: country.code,
    countryName: country.name,
    description: text(field(value, 'description'), TEXT_MAX),
    website: urlText(field(value, 'website', 'websiteUrl', 'website_url')),
    linkedinUrl: urlText(field(value, 'linkedinUrl', 'linkedin_url', 'linkedInUrl')),
    industries: textList(field(value, 'industries', 'industry'), LIST),
    tags: decodeTags(field(value, 'tags')),
  };
}

/** Decodes a round. `roundId` is null if the response has no round id. */
export function decodeRound(roundId: string | null, value: JsonObject): DecodedRound {
  const announced = decodeDate(field(value, 'fundingAnnounceDate', 'funding_announce_date', 'announceDate'));
  return {
    roundId,
    stage: decodeStage(field(value, 'stage', 'fundingStage', 'funding_stage')),
    amount: decodeAmount({
      amount: field(value, 'fundingAmount', 'funding_amount'),
      formatted: field(value, 'fundingAmountFormatted', 'funding_amount_formatted'),
      currency: currencyCode(field(value, 'currency')),
    }),
    amountUsd: positive(number(field(value, 'fundingAmountUsd', 'funding_amount_usd', 'amountUsd'))),
    announcedOn: announced.on,
    announcedText: announced.text,
    investors: decodeInvestors(field(value, 'investors')),
  };
}

const positive = (value: number | null): number | null => (value !== null && value >= 0 ? value : null);

export function decodeInvestors(value: unknown): DecodedRound['investors'] {
  const values = asArray(value);
  if (values === null) return null;
  const named = values.map((entry) => (isObject(entry) ? entry : { name: entry }));
  return listOf(named, LIST.items, (investor) => {
    const name = text(field(investor, 'name'), NAME_MAX);
    return name === null ? null : { name, role: text(field(investor, 'type', 'role'), 100) ?? '' };
  });
}
