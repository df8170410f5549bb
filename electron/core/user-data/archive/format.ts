import { z } from 'zod';
import { companyIdSchema, NAME_MAX } from '../../../../shared/model/company.ts';
import { ITEM_TYPES, type ItemType } from './content.ts';

/** Version of the file format. Increase it if older versions of the app could not read the new format. */
export const FORMAT_VERSION = 1;
export const MANIFEST = 'manifest.json';
export const HISTORY = 'history.json';
export const fileOf = (type: ItemType): string => `${type}.json`;
/** The addresses of local companies. They come from the user's files. */
export const LOCAL_COMPANIES = 'localCompanies.json';
export const DATA_FILES: readonly string[] = [...ITEM_TYPES.map(fileOf), LOCAL_COMPANIES, HISTORY];

/**
 * Limits for untrusted files. `INFLATED_MAX` limits the total size of all decompressed files in an archive.
 */
export const ARCHIVE_BYTES_MAX = 200_000_000;
export const INFLATED_MAX = 400_000_000;
export const DEPTH_MAX = 16;

export const manifestSchema = z.strictObject({
  format: z.literal('roundwatch-archive'),
  version: z.literal(FORMAT_VERSION),
  appVersion: z.string().max(40),
  createdAtMs: z.int().min(-8.64e15).max(8.64e15),
  computer: z.string().max(200),
  workspace: z.strictObject({ id: z.string().max(60), name: z.string().max(200) }),
  files: z
    .array(
      z.strictObject({
        name: z.string().max(60),
        sha256: z.string().regex(/^[0-9a-f]{64}$/),
        bytes: z.int().min(0),
        items: z.int().min(0),
      }),
    )
    .max(DATA_FILES.length),
});
export type Manifest = z.infer<typeof manifestSchema>;

/** A local company with its website or LinkedIn page. Unknown values are empty strings. */
export const localCompanySchema = z.strictObject({
  companyId: companyIdSchema,
  name: z.string().max(NAME_MAX),
  websiteHost: z.string().max(253),
  linkedinPage: z.string().max(200),
});
export type ArchivedLocalCompany = z.infer<typeof localCompanySchema>;

/** The versions of an item that the workspace has exchanged, oldest first. */
export const archivedVersionsSchema = z.strictObject({
  type: z.enum(ITEM_TYPES),
  key: z.string().max(2_000),
  hashes: z.array(z.string().regex(/^[\w-]{22}$/)).max(8),
});
