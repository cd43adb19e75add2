import { join } from 'node:path';
import { FromNodePackageJson, License } from '@cyclonedx/cyclonedx-library/Contrib';
import { ComponentType } from '@cyclonedx/cyclonedx-library/Enums';
import { Bom, Component } from '@cyclonedx/cyclonedx-library/Models';
import { JSON as Json, JsonSerializer } from '@cyclonedx/cyclonedx-library/Serialize';
import { isSupportedSpdxId } from '@cyclonedx/cyclonedx-library/SPDX';
import { Spec1dot6 } from '@cyclonedx/cyclonedx-library/Spec';
import { PackageURL } from 'packageurl-js';
import {
  type DebianPackage,
  debianPackagesIn,
  manifestIn,
  type NpmManifest,
  nodeVersionOf,
  npmPackagesIn,
} from './image-parts.ts';

/**
 * The bill of materials of an image, CycloneDX 1.6 as JSON: the actual contents of its root file system. It lists npm packages with their
 * licences, Node, and the Debian packages of the base. It is reproducible: it has neither date nor serial number.
 * @param root folder with the image's root file system
 */
export async function imageSbom(root: string): Promise<string> {
  const app = join(root, 'app');
  const bom = new Bom();
  const own = npmComponent(await manifestIn(app), ComponentType.Application);
  bom.metadata.component = own;
  const node = await nodeVersionOf(join(root, 'nodejs/bin/node'));
  const parts = [
    ...(await npmPackagesIn(app)).map((each) => npmComponent(each, ComponentType.Library)),
    component(ComponentType.Platform, 'node', node, new PackageURL('generic', undefined, 'node', node)),
    ...(await debianPackagesIn(root)).map(debianComponent),
  ];
  // A package can be installed twice in the same version.
  for (const part of new Map(parts.map((each) => [each.purl, each])).values()) {
    bom.components.add(part);
    own.dependencies.add(part.bomRef);
  }
  return new JsonSerializer(new Json.Normalize.Factory(Spec1dot6)).serialize(bom, { sortLists: true, space: 2 });
}

/** Throws unless the text is an expression of licences listed by SPDX, such as `(MIT OR Apache-2.0)`. */
function expectExpression(text: string): void {
  const ids = text
    .replace(/[()]/g, ' ')
    .trim()
    .split(/ +(?:AND|OR) +/);
  if (!ids.every(isSupportedSpdxId)) throw new RangeError(`${text} is not a licence listed by SPDX.`);
}

const builder = new FromNodePackageJson.Builders.ComponentBuilder(
  new FromNodePackageJson.Factories.ExternalReferenceFactory(),
  new License.Factories.LicenseFactory(expectExpression),
);

function npmComponent(manifest: NpmManifest, type: ComponentType): Component {
  const made = builder.makeComponent(manifest, type);
  if (!made) throw new Error(`${manifest.name} is not a package.`);
  const [name = '', scope] = manifest.name.split('/').reverse();
  return identify(made, new PackageURL('npm', scope, name, manifest.version));
}

function debianComponent({ name, version, architecture }: DebianPackage): Component {
  return component(
    ComponentType.Library,
    name,
    version,
    new PackageURL('deb', 'debian', name, version, { arch: architecture }),
  );
}

function component(type: ComponentType, name: string, version: string, purl: PackageURL): Component {
  return identify(new Component(type, name, { version }), purl);
}

function identify(made: Component, purl: PackageURL): Component {
  made.purl = purl.toString();
  made.bomRef.value = made.purl;
  return made;
}
