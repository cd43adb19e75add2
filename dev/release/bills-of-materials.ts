import { type Component, product } from './components.ts';

/** What a bill of materials, or another document of a release, is named and dated by. */
export interface Issue {
  readonly uuid: string;
  readonly instant: string;
}

interface Contents {
  readonly components: readonly Component[];
  /** The packages that the product itself depends on. */
  readonly direct: readonly string[];
}

/** The bill of materials in the format of CycloneDX 1.6. */
export function cycloneDx({ uuid, instant }: Issue, { components, direct }: Contents): object {
  const { name, version, purl } = product;
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuid}`,
    version: 1,
    metadata: { timestamp: instant, component: { type: 'application', 'bom-ref': purl, name, version, purl } },
    components: components.map(({ name, version, licence, sha512, purl }) => ({
      type: 'library',
      'bom-ref': purl,
      name,
      version,
      hashes: [{ alg: 'SHA-512', content: sha512 }],
      licenses: [/[ (]/.test(licence) ? { expression: licence } : { license: { id: licence } }],
      purl,
    })),
    dependencies: [
      { ref: purl, dependsOn: direct },
      ...components.map(({ purl, dependsOn }) => ({ ref: purl, dependsOn })),
    ],
  };
}

/** The bill of materials in the format of SPDX 2.3. */
export function spdx({ uuid, instant }: Issue, { components, direct }: Contents): object {
  const { name, version, purl } = product;
  const relation = (type: string, from: string, to: string) => ({
    spdxElementId: from,
    relationshipType: type,
    relatedSpdxElement: to,
  });
  return {
    spdxVersion: 'SPDX-2.3',
    dataLicense: 'CC0-1.0',
    SPDXID: DOCUMENT,
    name: `${name}@${version}`,
    documentNamespace: `http://spdx.org/spdxdocs/${name}-${version}-${uuid}`,
    creationInfo: { created: instant, creators: [`Tool: ${name}-${version}`] },
    packages: [
      { ...spdxPackage({ name, version, purl }), primaryPackagePurpose: 'APPLICATION' },
      ...components.map(({ licence, sha512, ...named }) => ({
        ...spdxPackage(named),
        licenseDeclared: licence,
        checksums: [{ algorithm: 'SHA512', checksumValue: sha512 }],
      })),
    ],
    relationships: [
      relation('DESCRIBES', DOCUMENT, spdxId(purl)),
      ...direct.map((to) => relation('DEPENDS_ON', spdxId(purl), spdxId(to))),
      ...components.flatMap((each) =>
        each.dependsOn.map((to) => relation('DEPENDS_ON', spdxId(each.purl), spdxId(to))),
      ),
    ],
  };
}

const DOCUMENT = 'SPDXRef-DOCUMENT';

function spdxPackage({ name, version, purl }: Pick<Component, 'name' | 'version' | 'purl'>) {
  return {
    SPDXID: spdxId(purl),
    name,
    versionInfo: version,
    downloadLocation: 'NOASSERTION',
    filesAnalyzed: false,
    externalRefs: [{ referenceCategory: 'PACKAGE-MANAGER', referenceType: 'purl', referenceLocator: purl }],
  };
}

/** An id may have letters, digits, dots and hyphens. */
function spdxId(purl: string): string {
  return `SPDXRef-${purl
    .replace('pkg:npm/', '')
    .replace('%40', '')
    .replaceAll(/[^A-Za-z0-9.]/g, '-')}`;
}
