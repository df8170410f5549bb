import { generate } from 'selfsigned';

/** A certificate and its key in PEM. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}
export interface LeafOptions {
  readonly issuer?: Certificate;
  readonly addresses?: readonly string[];
  readonly names?: readonly string[];
  /** Start and end of the validity period, in days from now. */
  readonly fromDays?: number;
  readonly untilDays?: number;
  readonly hash?: 'sha1' | 'sha256';
  /** If set, the certificate has an RSA key of this many bits instead of a P-256 key. */
  readonly rsaBits?: number;
  readonly usage?: 'server' | 'client';
}

const DAY_MS = 86_400_000;
const inDays = (days: number): Date => new Date(Date.now() + days * DAY_MS);
const keyType = (rsaBits: number | undefined) =>
  rsaBits === undefined
    ? ({ keyType: 'ec', curve: 'P-256' } as const)
    : ({ keyType: 'rsa', keySize: rsaBits } as const);

/** Creates a self-signed authority. A client trusts it only if the test configures the client to do so. */
export async function makeAuthority(name: string, rsaBits?: number): Promise<Certificate> {
  const made = await generate([{ name: 'commonName', value: name }], {
    ...keyType(rsaBits),
    algorithm: 'sha256',
    notBeforeDate: inDays(-30),
    notAfterDate: inDays(30),
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  });
  return { cert: made.cert, key: made.private };
}

/**
 * Creates a server certificate, by default for this machine. Without an issuer, the certificate is
 * self-signed.
 */
export async function makeLeaf(options: LeafOptions = {}): Promise<Certificate> {
  const { addresses = ['127.0.0.1', '::1'], names = ['localhost'], usage = 'server', issuer } = options;
  const made = await generate([{ name: 'commonName', value: names[0] ?? addresses[0] ?? 'nobody' }], {
    ...keyType(options.rsaBits),
    algorithm: options.hash ?? 'sha256',
    notBeforeDate: inDays(options.fromDays ?? -1),
    notAfterDate: inDays(options.untilDays ?? 7),
    extensions: [
      { name: 'basicConstraints', cA: false },
      { name: 'extKeyUsage', serverAuth: usage === 'server', clientAuth: usage === 'client' },
      {
        name: 'subjectAltName',
        altNames: [
          ...addresses.map((ip) => ({ type: 7 as const, ip })),
          ...names.map((value) => ({ type: 2 as const, value })),
        ],
      },
    ],
    ...(issuer === undefined ? {} : { ca: { cert: issuer.cert, key: issuer.key } }),
  });
  return { cert: made.cert, key: made.private };
}
