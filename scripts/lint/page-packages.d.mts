export function findPackageInPage(
  root: string,
  entry: string,
  packageName: string,
): { loaded: string[]; chains: string[][] };
