import type { Issue } from './bills-of-materials.ts';
import { type Component, product } from './components.ts';
import statements from './vex-statements.json' with { type: 'json' };

/**
 * What is known of vulnerabilities of the released packages, in the format of OpenVEX 0.2.0.
 * @throws Error if a statement is about a package that is not released: it has to go, or to change
 */
export function openVex({ uuid, instant }: Issue, components: readonly Component[]): object {
  return {
    '@context': 'https://openvex.dev/ns/v0.2.0',
    '@id': `urn:uuid:${uuid}`,
    author: 'Lyceum',
    timestamp: instant,
    version: 1,
    statements: statements.map(({ packages, ...statement }) => {
      const subcomponents = components.filter(({ name }) => packages.includes(name));
      if (new Set(subcomponents.map(({ name }) => name)).size < packages.length)
        throw new Error(`vex-statements.json: ${statement.vulnerability.name}: not all packages are released.`);
      const products = [{ '@id': product.purl, subcomponents: subcomponents.map(({ purl }) => ({ '@id': purl })) }];
      return { ...statement, products };
    }),
  };
}
