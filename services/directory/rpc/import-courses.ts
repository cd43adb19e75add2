import { importEvents } from '../../../platform/core/import/import-events.ts';
import { importedRecord } from '../../../platform/core/import/imported-records.ts';
import { matchByRef } from '../../../platform/core/import/match-by-ref.ts';
import { toInstantText } from '../../../platform/core/instant.ts';
import { lockImport } from '../../../platform/data/import-lock.ts';
import { lockByRef } from '../../../platform/data/import-table.ts';
import { command } from '../../../platform/handler/command.ts';
import { CourseCreatedSchema, CourseUpdatedSchema } from '../../../proto/gen/lyceum/directory/v1/events_pb.ts';
import { type CourseRecord, ImportService } from '../../../proto/gen/lyceum/directory/v1/import_pb.ts';
import { courseChanges } from '../domain/changes.ts';
import { courseFaults } from '../domain/course-faults.ts';
import { refuse } from '../domain/refusals.ts';
import { COURSES, type CourseValues, writeCourseImport } from '../store/course-import.ts';
import { findInstitution } from '../store/institutions.ts';

/** Imports a batch of a bundle's courses, each with its one layer. */
export const importCourses = command(ImportService.method.importCourses, {
  async run(tx, { records }, { actor, now, newId }) {
    const violations = courseFaults(records);
    if (violations.length > 0) refuse('REQUEST_INVALID', { violations });
    lockImport(tx, actor.institutionId);
    const [institution, stored] = await Promise.all([
      findInstitution(tx, actor.institutionId),
      lockByRef(
        tx,
        actor,
        COURSES,
        records.map(({ ref }) => ref),
      ),
    ]);
    if (!institution) refuse('INSTITUTION_NOT_FOUND');
    const entries = matchByRef<CourseValues>(records.map(valuesOf), stored, newId);
    const layerIds = new Map(stored.map(({ id, layerId }) => [id, layerId]));
    const withLayers = entries.map((entry) => ({ ...entry, layerId: layerIds.get(entry.id) ?? newId() }));
    writeCourseImport(tx, actor, withLayers, { at: toInstantText(now), newId });
    return {
      response: { records: withLayers.map((entry) => importedRecord('courses', entry, entry.layerId)) },
      events: importEvents(entries, {
        created: CourseCreatedSchema,
        updated: CourseUpdatedSchema,
        changed: ({ before, values }) => (before ? courseChanges(before, values) : []),
      }),
    };
  },
});

function valuesOf({ ref, code, name, layerName }: CourseRecord): CourseValues {
  return { ref, code: code ?? null, name, layerName: layerName ?? null };
}
