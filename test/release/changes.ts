import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { deprecatedFeaturesOf } from '../../gateway/endpoint/deprecated-features.ts';
import { deprecationPage } from '../../gateway/endpoint/deprecation.ts';
import { endpoints } from '../../gateway/routes/endpoints.ts';
import { openapiDocument } from '../../site/openapi/document.ts';
import { projectRoot } from '../support/process/program.ts';
import { apiChanges } from './openapi-changes.ts';

type Document = Readonly<Record<string, unknown>>;

/** What a release has changed for integrators: an item of docs/changes.json. */
export interface Release {
  readonly version: string;
  /** Operations, parameters and properties: all operations of the first release. */
  readonly added: readonly string[];
  /** What has ended, or narrowed. Written by hand: nothing may, unless it was announced. */
  readonly removed: readonly string[];
  /** What will end. */
  readonly deprecated: readonly object[];
}

const FOLDER = `${projectRoot}test/release/openapi/`;
export const CHANGES = `${projectRoot}docs/changes.json`;

/** The file of a release's document. */
export const documentPath = (version: string) => `${FOLDER}${version}.json`;

/** The documents of releases, the newest last. */
export function releasedDocuments(): (readonly [version: string, Document])[] {
  return readdirSync(FOLDER)
    .map((name) => name.slice(0, -'.json'.length))
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
    .map((version) => [version, JSON.parse(readFileSync(documentPath(version), 'utf8'))]);
}

/** The document of this version, without its texts. */
export function documentNow(): Document {
  return withoutTexts(openapiDocument(endpoints)) as Document;
}

/** docs/changes.json, the newest release first. */
export function readChanges(): readonly Release[] {
  return existsSync(CHANGES) ? JSON.parse(readFileSync(CHANGES, 'utf8')) : [];
}

/** What docs/changes.json has to say: former releases as they are, this one as declared. */
export function changesNow(version: string): readonly Release[] {
  const former = readChanges().filter((each) => each.version !== version);
  const now = documentNow();
  const before = releasedDocuments().findLast(([each]) => each !== version)?.[1] ?? { paths: {}, webhooks: {} };
  const own: Release = {
    version,
    added: apiChanges(before, now).added,
    removed: readChanges().find((each) => each.version === version)?.removed ?? [],
    deprecated: endpoints.flatMap(deprecatedFeaturesOf).map((each) => ({
      ...{ feature: each.feature, since: each.since, sunset: each.sunset ?? null, guide: deprecationPage(each) },
    })),
  };
  return [own, ...former];
}

const TEXTS = new Set(['description', 'summary', 'example', 'examples', 'externalDocs', 'x-tagGroups', 'tags', 'info']);
const NAMES = new Set(['properties', 'schemas', 'parameters', 'headers', 'responses', 'paths', 'webhooks', 'content']);

function withoutTexts(value: unknown, isOfNames = false): unknown {
  if (Array.isArray(value)) return value.map((each) => withoutTexts(each));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => isOfNames || !TEXTS.has(key))
      .map(([key, each]) => [key, withoutTexts(each, NAMES.has(key) && !isOfNames)]),
  );
}
