import { fileURLToPath } from 'node:url';
import { SITE_FOLDER } from '../../gateway/site/manifest.ts';
import { clientPackages } from '../../site/clients/packages.ts';

/** The path of a client's package in the built documentation. */
export function clientPackage(language: keyof typeof clientPackages): string {
  return fileURLToPath(new URL(`docs/${clientPackages[language]}`, SITE_FOLDER));
}
