import { importedRecord } from '../../../platform/core/import/imported-records.ts';
import { toInstantText } from '../../../platform/core/instant.ts';
import { command } from '../../../platform/handler/command.ts';
import { ImportService } from '../../../proto/gen/lyceum/curricula/v1/import_pb.ts';
import { planSourceCohorts } from '../domain/plan-source-cohorts.ts';
import { curriculaWithin } from '../events/curriculum-events.ts';
import { loadSourceCohorts, writeSourceCohorts } from '../store/source-cohorts.ts';

/** Imports the source cohorts of curriculum versions: separately, because cohorts reference curriculum versions and are imported later. */
export const importSourceCohorts = command(ImportService.method.importSourceCohorts, {
  async run(tx, { records }, { actor, now, newId }) {
    const { versions, cohortIds } = await loadSourceCohorts(tx, actor, records);
    const changed = planSourceCohorts(records, versions, cohortIds);
    writeSourceCohorts(tx, actor, changed, { at: toInstantText(now), newId });
    const entries = changed.map((version) => ({ id: version.id, values: version, change: 'update' as const }));
    return {
      response: { records: entries.map((entry) => importedRecord('curriculaVersions', entry)) },
      events: curriculaWithin(changed.map(({ curriculumId }) => curriculumId)),
    };
  },
});
