import { NAME_MAX, TEXT_MAX } from '../../../../shared/model/company.ts';
import type { DecodedCompany, DecodedRound, DecodedTag } from './decoded-types.ts';
import { currencyCode, decodeAmount } from './amount.ts';
import { decodeCountry } from './country.ts';
import { decodeDate } from './date.ts';
import { decodeStage } from './stage.ts';
import { asArray, field, identifier, isObject, listOf, number, text, textList, urlText } from './values.ts';
import type { JsonObject } from './values.ts';

const LIST = { items: 50, length: 200 } as const;

/** Decodes tags in their received order. A plain text becomes a tag with only a name. Null if not a list. */
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
export function decodeCompany(companyId: string, told: JsonObject): DecodedCompany {
  const country = decodeCountry(
    field(told, 'country', 'countryCode', 'country_code'),
    field(told, 'country_name', 'countryName'),
  );
  return {
    companyId,
    name: text(field(told, 'companyName', 'name', 'company_name'), NAME_MAX),
    countryCode: country.code,
    countryName: country.name,
    description: text(field(told, 'description'), TEXT_MAX),
    website: urlText(field(told, 'website', 'websiteUrl', 'website_url')),
    linkedinUrl: urlText(field(told, 'linkedinUrl', 'linkedin_url', 'linkedInUrl')),
    industries: textList(field(told, 'industries', 'industry'), LIST),
    tags: decodeTags(field(told, 'tags')),
  };
}

/** Decodes a round. `roundId` is null if the response has no round id. */
export function decodeRound(roundId: string | null, told: JsonObject): DecodedRound {
  const announced = decodeDate(field(told, 'fundingAnnounceDate', 'funding_announce_date', 'announceDate'));
  return {
    roundId,
    stage: decodeStage(field(told, 'stage', 'fundingStage', 'funding_stage')),
    amount: decodeAmount({
      amount: field(told, 'fundingAmount', 'funding_amount'),
      formatted: field(told, 'fundingAmountFormatted', 'funding_amount_formatted'),
      currency: currencyCode(field(told, 'currency')),
    }),
    amountUsd: positive(number(field(told, 'fundingAmountUsd', 'funding_amount_usd', 'amountUsd'))),
    announcedOn: announced.on,
    announcedText: announced.text,
    investors: decodeInvestors(field(told, 'investors')),
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
