import { readFile } from 'node:fs/promises';
import { type ImportResult, importBundle } from '../../../cli/import/import-bundle.ts';
import type { TestClient } from '../../../test/support/test-client.ts';
import { asOperator, newClients, type Platform } from './platform.ts';

/** An institution with data of every kind, its integrations, and the ids and paths that requests use. */
export interface School {
  readonly institutionId: string;
  readonly clients: readonly TestClient[];
  readonly userIds: readonly string[];
  readonly layerIds: readonly string[];
  readonly roomIds: readonly string[];
  readonly locationIds: readonly string[];
  /** The path of each version: `/curricula/{id}/versions/{versionId}`. */
  readonly versionPaths: readonly string[];
  /** Users who track their time and have no records yet. */
  readonly memberIds: readonly string[];
}

/** Imports the demo institution. */
export async function openSchool(platform: Platform): Promise<School> {
  const { institutionId } = await importDemo(platform);
  const clients = await asOperator(platform, (operator) => newClients(platform, operator, institutionId, CLIENTS));
  const [client] = clients as [TestClient];
  const walk = async (path: string) => ((await client.walk(path)) as Row[]).filter(({ isArchived }) => !isArchived);
  const idsOf = async (path: string) => (await walk(path)).map(({ id }) => id);
  const newMember = async (_: unknown, index: number): Promise<string> => {
    const body = { email: `member${index}@school.example`, name: `Member ${index}` };
    return (await client.post('/users', body)).body.data.id;
  };
  const versionPaths: string[] = [];
  for (const id of await idsOf('/curricula')) {
    const path = `/curricula/${id}/versions`;
    for (const version of await idsOf(path)) versionPaths.push(`${path}/${version}`);
  }
  return {
    institutionId,
    clients,
    userIds: await idsOf('/users'),
    layerIds: (await walk('/courses')).map(({ layerId }) => layerId),
    roomIds: await idsOf('/rooms'),
    locationIds: await idsOf('/locations'),
    versionPaths,
    memberIds: await Promise.all(Array.from({ length: MEMBERS }, newMember)),
  };
}

/** An item of a list response. Some lists lack some of these fields. */
interface Row {
  readonly id: string;
  readonly layerId: string;
  readonly isArchived?: boolean;
}

/** Imports its bundle, for the first time or again. */
export async function importDemo(platform: Platform): Promise<ImportResult> {
  const bundle = JSON.parse(await readFile(BUNDLE, 'utf8'));
  return asOperator(platform, (operator) =>
    importBundle({ bundle, call: ({ institutionId }) => operator.call(institutionId) }),
  );
}

/** Each client has its own rate limit. Together they send more than one client may. */
const CLIENTS = 24;
const MEMBERS = 16;
const BUNDLE = new URL('../../../dev/demo/demo-institution.json', import.meta.url);
