import type { Reader } from '../../../libraries/pg-batch/index.ts';
import {
  boolean,
  columnsOf,
  type JsonRows,
  json,
  jsonRows,
  type ResultOf,
  sqlStatement,
  text,
  uuid,
} from '../../../libraries/typed-sql/index.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { isUuid } from '../../../platform/core/ids.ts';
import { messageWriter } from '../../../platform/core/resource.ts';
import {
  CurriculumSummarySchema,
  type CurriculumVersionDetail,
  CurriculumVersionDetailSchema,
} from '../../../proto/gen/lyceum/curricula/v1/curriculum_version_pb.ts';
import type { PathwayState } from '../domain/pathway.ts';
import { curriculumItems, moduleClusters } from './curriculum-item-tables.ts';
import { curriculumTerms, curriculumVersions, pathways } from './curriculum-tables.ts';
import {
  CURRICULUM_VERSION,
  CURRICULUM_VERSION_COLUMNS,
  CURRICULUM_VERSION_TABLES,
  curriculumVersionMessage,
} from './curriculum-versions.ts';
import * as module from './module-messages.ts';
import {
  courseModules,
  courseModuleTags,
  moduleConnections,
  moduleGroups,
  moduleVersions,
  organizationTerms,
  tags,
} from './module-tables.ts';
import { PATHWAY, pathwayMessage } from './pathways.ts';
import { cohortTerms } from './program-tables.ts';
import * as part from './version-part-messages.ts';

/**
 * A version with everything nested in it, each record once; null if the curriculum has no such version. One statement,
 * regardless of the version's size, and therefore one snapshot: nothing in it references what a concurrent import has
 * moved elsewhere.
 */
export async function findCurriculumVersionDetail(
  db: Reader,
  { institutionId }: TenantActor,
  curriculumId: string,
  id: string,
): Promise<{ readonly detail: CurriculumVersionDetail; readonly stamp: string } | null> {
  if (!isUuid(curriculumId) || !isUuid(id)) return null;
  const [row] = await db.rows(DETAIL, { institutionId, curriculumId, id });
  return row ? { detail: detailMessage(row), stamp: row.stamp ?? '' } : null;
}

function detailMessage(row: ResultOf<typeof RESULT>): CurriculumVersionDetail {
  const cohortTerms = Map.groupBy(row.cohortTerms.map(COHORT_TERMS.read), ({ curriculumTermId }) => curriculumTermId);
  const tags = Map.groupBy(row.tags.map(TAGS.read), ({ courseModuleId }) => courseModuleId);
  return writeDetail({
    version: curriculumVersionMessage(row),
    curricula: writeSummary({ ...row, id: row.curriculumId, name: row.curriculumName }),
    terms: row.terms.map(TERMS.read).map((term) => part.termMessage(term, cohortTerms.get(term.id))),
    pathways: row.pathways.map(PATHWAYS.read).map(pathwayMessage),
    moduleClusters: row.clusters.map(CLUSTERS.read).map(part.clusterMessage),
    items: row.items.map(ITEMS.read).map(part.itemMessage),
    organizationTerms: row.organizationTerms.map(ORGANIZATION_TERMS.read).map(part.organizationTermMessage),
    courseModules: row.modules.map(MODULES.read).map((each) => module.courseModuleMessage(each, tags.get(each.id))),
    moduleVersions: row.moduleVersions.map(MODULE_VERSIONS.read).map(module.moduleVersionMessage),
    moduleConnections: row.connections.map(CONNECTIONS.read).map(module.connectionMessage),
    moduleGroups: row.groups.map(GROUPS.read).map(module.moduleGroupMessage),
  });
}

const writeDetail = messageWriter(CurriculumVersionDetailSchema);
const writeSummary = messageWriter(CurriculumSummarySchema);

const TERMS = jsonRows<part.TermJson>(part.TERM);
const COHORT_TERMS = jsonRows<part.CohortTermJson>([...part.COHORT_TERM, 'cohortName']);
const PATHWAYS = jsonRows<PathwayState>(PATHWAY);
const CLUSTERS = jsonRows<part.ClusterJson>(part.CLUSTER);
const ITEMS = jsonRows<part.ItemJson>(part.ITEM);
const ORGANIZATION_TERMS = jsonRows<part.OrganizationTermJson>(part.ORGANIZATION_TERM);
const MODULES = jsonRows<module.CourseModuleJson>(module.COURSE_MODULE);
const TAGS = jsonRows<module.ModuleTagJson>([...module.MODULE_TAG, ...module.TAG]);
const MODULE_VERSIONS = jsonRows<module.ModuleVersionJson>(module.MODULE_VERSION);
const CONNECTIONS = jsonRows<module.ConnectionJson>(module.CONNECTION);
const GROUPS = jsonRows<module.ModuleGroupJson>(module.MODULE_GROUP);

const RESULT = {
  ...CURRICULUM_VERSION,
  curriculumName: text(),
  isCohortSpecific: boolean(),
  stamp: uuid().nullable(),
  terms: json<JsonRows>(),
  cohortTerms: json<JsonRows>(),
  pathways: json<JsonRows>(),
  clusters: json<JsonRows>(),
  items: json<JsonRows>(),
  organizationTerms: json<JsonRows>(),
  modules: json<JsonRows>(),
  tags: json<JsonRows>(),
  moduleVersions: json<JsonRows>(),
  connections: json<JsonRows>(),
  groups: json<JsonRows>(),
};

/**
 * Separate statements without JSON, in one snapshot, are not better: they take the database less time, but the process
 * that reads their rows more, and that process limits the throughput.
 *
 * Connections use two joins rather than one with an OR, which no index serves. Tags are joined once for all modules
 * rather than looked up for each.
 */
const DETAIL = sqlStatement(curriculumVersions, 'detail', {
  parameters: { institutionId: uuid(), id: uuid(), curriculumId: uuid() },
  result: RESULT,
  text: ({ institutionId, id, curriculumId }) => {
    const connectionsOf = (
      end: string,
    ) => `SELECT ${columnsOf(moduleConnections, 'n', module.CONNECTION)} FROM own_versions o
      JOIN module_connections n ON n.institution_id = ${institutionId} AND n.${end} = o.id`;
    const ofVersion = (alias: string) =>
      `WHERE ${alias}.institution_id = ${institutionId} AND ${alias}.curriculum_version_id = ${id}`;
    return `WITH items AS MATERIALIZED (
     SELECT ${columnsOf(curriculumItems, 'i', part.ITEM)} FROM curriculum_items i ${ofVersion('i')}),
   own_versions AS MATERIALIZED (
     SELECT DISTINCT "moduleVersionId" AS id FROM items WHERE "moduleVersionId" IS NOT NULL),
   connections AS MATERIALIZED (
     ${connectionsOf('parent_module_version_id')}
     UNION ${connectionsOf('child_module_version_id')}),
   module_versions_named AS MATERIALIZED (
     SELECT ${columnsOf(moduleVersions, 'm', module.MODULE_VERSION)}
     FROM (SELECT id FROM own_versions
       UNION SELECT "parentModuleVersionId" FROM connections
       UNION SELECT "childModuleVersionId" FROM connections) AS named
     JOIN module_versions m ON m.institution_id = ${institutionId} AND m.id = named.id),
   modules AS MATERIALIZED (
     SELECT ${columnsOf(courseModules, 'm', module.COURSE_MODULE)}
     FROM (SELECT "courseModuleId" AS id FROM items UNION SELECT "courseModuleId" FROM module_versions_named) AS named
     JOIN course_modules m ON m.institution_id = ${institutionId} AND m.id = named.id),
   cohort_terms_named AS MATERIALIZED (
     SELECT ${columnsOf(cohortTerms, 'ct', part.COHORT_TERM)}, c.name AS "cohortName"
     FROM curriculum_terms t
     JOIN cohort_terms ct ON ct.institution_id = ${institutionId} AND ct.curriculum_term_id = t.id
     JOIN cohorts c ON c.institution_id = ${institutionId} AND c.id = ct.cohort_id
     ${ofVersion('t')})
   SELECT ${CURRICULUM_VERSION_COLUMNS}, cu.name AS "curriculumName", cu.is_cohort_specific AS "isCohortSpecific",
     (SELECT s.stamp FROM stamps s WHERE s.institution_id = ${institutionId}) AS stamp,
     ${TERMS.of(`(SELECT ${columnsOf(curriculumTerms, 't', part.TERM)} FROM curriculum_terms t ${ofVersion('t')})`, 'r.position, r.id')} AS terms,
     ${COHORT_TERMS.of('cohort_terms_named', 'r."createdAt", r.id')} AS "cohortTerms",
     ${PATHWAYS.of(`(SELECT ${columnsOf(pathways, 'p', PATHWAY)} FROM pathways p ${ofVersion('p')})`, 'r.position, r.id')} AS pathways,
     ${CLUSTERS.of(`(SELECT ${columnsOf(moduleClusters, 'k', part.CLUSTER)} FROM module_clusters k ${ofVersion('k')})`, 'r."createdAt", r.id')} AS clusters,
     ${ITEMS.of('items', 'r."createdAt", r.id')} AS items,
     ${ORGANIZATION_TERMS.of(
       `(SELECT ${columnsOf(organizationTerms, 'o', part.ORGANIZATION_TERM)} FROM organization_terms o
        WHERE o.institution_id = ${institutionId} AND o.id IN (SELECT "organizationTermId" FROM cohort_terms_named))`,
       'r."termStart", r.id',
     )} AS "organizationTerms",
     ${MODULES.of('modules', 'r.id')} AS modules,
     ${TAGS.of(
       `(SELECT ${columnsOf(courseModuleTags, 'mt', module.MODULE_TAG)}, ${columnsOf(tags, 't', module.TAG)} FROM modules m
        JOIN course_module_tags mt ON mt.institution_id = ${institutionId} AND mt.course_module_id = m.id
        JOIN tags t ON t.institution_id = ${institutionId} AND t.id = mt.tag_id)`,
       'r.name, r.id',
     )} AS tags,
     ${MODULE_VERSIONS.of('module_versions_named', 'r.id')} AS "moduleVersions",
     ${CONNECTIONS.of('connections', 'r.id')} AS connections,
     ${GROUPS.of(
       `(SELECT ${columnsOf(moduleGroups, 'g', module.MODULE_GROUP)} FROM module_groups g
        WHERE g.institution_id = ${institutionId} AND g.id IN (SELECT "moduleGroupId" FROM items))`,
       'r.id',
     )} AS groups
   FROM ${CURRICULUM_VERSION_TABLES}
   JOIN curricula cu ON cu.institution_id = v.institution_id AND cu.id = v.curriculum_id
   WHERE v.institution_id = ${institutionId} AND v.id = ${id} AND v.curriculum_id = ${curriculumId}`;
  },
});
