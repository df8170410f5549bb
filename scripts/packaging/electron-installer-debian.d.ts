declare module 'electron-installer-debian' {
  /** The options that Roundwatch passes. The package itself contains no types. */
  export interface DebOptions {
    readonly src: string;
    readonly dest: string;
    readonly arch: string;
    readonly version: string;
    readonly section: string;
    readonly homepage: string;
    readonly maintainer: string;
    readonly compression: 'xz' | 'zstd' | 'none';
    readonly description: string;
    readonly productDescription: string;
    readonly depends: readonly string[];
    readonly recommends: readonly string[];
    readonly scripts: Readonly<Record<string, string>>;
    readonly logger: (line: string) => void;
    readonly rename: (dest: string) => string;
  }
  export class Installer {
    constructor(options: DebOptions);
    readonly options: DebOptions & { readonly packagePaths: readonly string[] };
    readonly stagingDir: string;
    get contentFunctions(): string[];
    generateDefaults(): Promise<unknown>;
    generateOptions(): unknown;
    createStagingDir(): Promise<unknown>;
    createContents(): Promise<unknown>;
    createPackage(): Promise<void>;
    movePackage(): Promise<void>;
  }
  export function transformVersion(version: string): string;
}
