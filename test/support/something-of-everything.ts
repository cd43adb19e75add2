import type { Endpoint } from '../../gateway/endpoint/endpoint.ts';
import { ImportService } from '../../proto/gen/lyceum/curricula/v1/import_pb.ts';
import { PathwayType } from '../../proto/gen/lyceum/curricula/v1/pathway_pb.ts';
import type { TestClient } from './test-client.ts';
import { importCurricula } from './test-curricula.ts';
import { importCourses, importUsers } from './test-directory.ts';
import { importInto } from './test-places.ts';
import type { TestInstitution } from './test-system.ts';

/** Gives an institution two records for each list, three users among them, so that every reading operation finds something. */
export async function importSomethingOfEverything(institution: TestInstitution): Promise<void> {
  await Promise.all([
    importUsers(institution, 3),
    importCourses(institution, [{}, {}]),
    importInto(
      institution,
      two('l').map((ref) => ({
        ref,
        name: ref,
        address: 'S',
        rooms: two(ref).map((room) => ({ ref: room, name: room })),
      })),
    ),
    importCurricula(
      institution,
      two('c').map((ref) => ({ ref, name: ref, versions: two(ref).map(curriculumVersion) })),
    ),
    institution.operator(ImportService.method.importPrograms, {
      records: two('p').map((ref) => ({
        ref,
        name: ref,
        versions: two(ref).map((version) => ({ ref: version, name: version })),
      })),
    }),
  ]);
}

function curriculumVersion(ref: string) {
  const pathways = two(ref).map((name, position) => ({ ref: name, name, position, type: PathwayType.FIXED }));
  return { ref, version: ref, name: ref, pathways };
}

function two(prefix: string): string[] {
  return [`${prefix}1`, `${prefix}2`];
}

/** A path of a reading operation where the client's institution has something: each id is that of the first record of its list, or of a later one. */
export async function livingPath(client: TestClient, endpoint: Endpoint, place = 0): Promise<string> {
  let { path } = endpoint;
  while (path.includes('{')) {
    const { body } = await client.get(path.split('/{')[0] ?? '');
    path = path.replace(/\{\w+\}/, body.data[place].id);
  }
  return path;
}
