/* Generated at build time by `scripts/packaging/help-content.ts`. */

declare module 'virtual:changelog' {
  export const releases: readonly {
    readonly title: string;
    readonly groups: readonly { readonly title: string; readonly entries: readonly string[] }[];
  }[];
}

declare module 'virtual:licences' {
  export interface Licence {
    readonly name: string;
    readonly version: string;
    readonly licence: string;
    readonly text: string;
  }
  export const app: Licence;
  export const packages: readonly Licence[];
}
