import type { CurriculumVersionDetail } from '../../../proto/gen/lyceum/curricula/v1/curriculum_version_pb.ts';
import type { TenantActor } from '../../chassis/actor.ts';
import { type Reader, statement } from '../../chassis/db/statement.ts';
import { isUuid } from '../../chassis/ids.ts';
import {
  CURRICULUM_VERSION_COLUMNS,
  CURRICULUM_VERSION_TABLES,
  type CurriculumVersionRow,
  curriculumVersionMessage,
} from './curriculum-versions.ts';
import {
  type ConnectionJson,
  type CourseModuleJson,
  connectionMessage,
  courseModuleMessage,
  type ModuleGroupJson,
  type ModuleTagJson,
  type ModuleVersionJson,
  moduleGroupMessage,
  moduleVersionMessage,
} from './module-messages.ts';
import { pathwayMessage } from './pathways.ts';
import {
  type ClusterJson,
  type CohortTermJson,
  clusterMessage,
  type ItemJson,
  itemMessage,
  type OrganizationTermJson,
  organizationTermMessage,
  type PathwayJson,
  type TermJson,
  termMessage,
} from './version-part-messages.ts';

interface DetailRow extends CurriculumVersionRow {
  readonly curriculumName: string;
  readonly isCohortSpecific: boolean;
  readonly terms: readonly TermJson[];
  readonly cohortTerms: readonly CohortTermJson[];
  readonly pathways: readonly PathwayJson[];
  readonly clusters: readonly ClusterJson[];
  readonly items: readonly ItemJson[];
  readonly organizationTerms: readonly OrganizationTermJson[];
  readonly modules: readonly CourseModuleJson[];
  readonly tags: readonly ModuleTagJson[];
  readonly moduleVersions: readonly ModuleVersionJson[];
  readonly connections: readonly ConnectionJson[];
  readonly groups: readonly ModuleGroupJson[];
}

/**
 * A version with all that it nests, each record once; null when the curriculum has no such version. One statement, whatever the version's size,
 * and therefore of one moment: nothing in it names what an import that ran meanwhile has moved elsewhere.
 */
export async function findCurriculumVersionDetail(
  db: Reader,
  actor: TenantActor,
  curriculumId: string,
  id: string,
): Promise<CurriculumVersionDetail | null> {
  if (!isUuid(curriculumId) || !isUuid(id)) return null;
  const [row] = await db.rows<DetailRow>(DETAIL, [actor.institutionId, id, curriculumId]);
  return row ? detailMessage(row) : null;
}

function detailMessage(row: DetailRow): CurriculumVersionDetail {
  const cohortTerms = Map.groupBy(row.cohortTerms, (cohortTerm) => cohortTerm.curriculumTermId);
  const tags = Map.groupBy(row.tags, (tag) => tag.courseModuleId);
  return {
    $typeName: 'lyceum.curricula.v1.CurriculumVersionDetail',
    version: curriculumVersionMessage(row),
    curricula: {
      $typeName: 'lyceum.curricula.v1.CurriculumSummary',
      id: row.curriculumId,
      name: row.curriculumName,
      isCohortSpecific: row.isCohortSpecific,
    },
    terms: row.terms.map((term) => termMessage(term, row.id, cohortTerms.get(term.id))),
    pathways: row.pathways.map((pathway) => pathwayMessage({ ...pathway, curriculumVersionId: row.id })),
    moduleClusters: row.clusters.map((cluster) => clusterMessage(cluster, row.id)),
    items: row.items.map(itemMessage),
    organizationTerms: row.organizationTerms.map(organizationTermMessage),
    courseModules: row.modules.map((module) => courseModuleMessage(module, tags.get(module.id))),
    moduleVersions: row.moduleVersions.map(moduleVersionMessage),
    moduleConnections: row.connections.map(connectionMessage),
    moduleGroups: row.groups.map(moduleGroupMessage),
  };
}

const ITEMS = `SELECT i.id, i.course_module_id, i.module_version_id, i.term_id, i.module_cluster_id, i.pathway_id, i.parent_id,
    i.updated_at, i.is_core_module, i.module_group_id, i.created_at
  FROM curriculum_items i WHERE i.institution_id = $1 AND i.curriculum_version_id = $2`;

const CONNECTION_COLUMNS = 'n.id, n.parent_module_version_id, n.child_module_version_id, n.study_period_id';

/** Two joins rather than one with an OR, which no index serves. */
const CONNECTIONS = `SELECT ${CONNECTION_COLUMNS} FROM own_versions o
    JOIN module_connections n ON n.institution_id = $1 AND n.parent_module_version_id = o.id
  UNION
  SELECT ${CONNECTION_COLUMNS} FROM own_versions o
    JOIN module_connections n ON n.institution_id = $1 AND n.child_module_version_id = o.id`;

const MODULE_VERSIONS = `SELECT m.id, m.version, m.name, m.description, m.created_at, m.updated_at, m.required_attendance_percentage,
    m.ects_points, m.course_module_id, m.status, m.time_plan_id, m.is_default, m.capacity, m.color, m.module_name,
    m.examination_requirements, m.unit_amount, m.unit_name, m.unit_minutes
  FROM (SELECT id FROM own_versions
    UNION SELECT parent_module_version_id FROM connections
    UNION SELECT child_module_version_id FROM connections) AS named
  JOIN module_versions m ON m.institution_id = $1 AND m.id = named.id`;

const MODULES = `SELECT m.id, m.name, m.code, m.is_archived, m.name_translations
  FROM (SELECT course_module_id AS id FROM items UNION SELECT course_module_id FROM module_versions_named) AS named
  JOIN course_modules m ON m.institution_id = $1 AND m.id = named.id`;

/** Joined once for all modules rather than looked up for each. */
const TAGS = `SELECT mt.id, mt.course_module_id, t.id AS tag_id, t.name, t.color, t.icon
  FROM modules m
  JOIN course_module_tags mt ON mt.institution_id = $1 AND mt.course_module_id = m.id
  JOIN tags t ON t.institution_id = $1 AND t.id = mt.tag_id`;

const TERMS = `SELECT t.id, t.position, t.name
  FROM curriculum_terms t WHERE t.institution_id = $1 AND t.curriculum_version_id = $2`;

const COHORT_TERMS = `SELECT ct.id, ct.curriculum_term_id, ct.organization_term_id, ct.created_at, c.id AS cohort_id, c.name AS cohort_name
  FROM curriculum_terms t
  JOIN cohort_terms ct ON ct.institution_id = $1 AND ct.curriculum_term_id = t.id
  JOIN cohorts c ON c.institution_id = $1 AND c.id = ct.cohort_id
  WHERE t.institution_id = $1 AND t.curriculum_version_id = $2`;

const ORGANIZATION_TERMS = `SELECT o.id, o.name, o.code, o.term_start, o.term_end, o.election_start, o.election_end,
    o.reassessment_registration_start, o.reassessment_registration_end
  FROM organization_terms o WHERE o.institution_id = $1 AND o.id IN (SELECT organization_term_id FROM cohort_terms_named)`;

const CLUSTERS = `SELECT k.id, k.elective_behavior, k.elective_behavior_amount, k.rule, k.rule_amount, k.created_at, k.updated_at, k.name,
    k.unlock_after_cp, k.elect_at_once, k.overflow_cluster_id, k.is_re_electable
  FROM module_clusters k WHERE k.institution_id = $1 AND k.curriculum_version_id = $2`;

const PATHWAYS = `SELECT p.id, p.position, p.name, p.type, p.description
  FROM pathways p WHERE p.institution_id = $1 AND p.curriculum_version_id = $2`;

const GROUPS = `SELECT g.id, g.name, g.code, g.color
  FROM module_groups g WHERE g.institution_id = $1 AND g.id IN (SELECT module_group_id FROM items)`;

const all = (from: string, order: string) => `(SELECT coalesce(json_agg(r ORDER BY ${order}), '[]') FROM ${from} AS r)`;

const DETAIL = statement(
  'curriculum_version_detail',
  `WITH items AS MATERIALIZED (${ITEMS}),
   own_versions AS MATERIALIZED (SELECT DISTINCT module_version_id AS id FROM items WHERE module_version_id IS NOT NULL),
   connections AS MATERIALIZED (${CONNECTIONS}),
   module_versions_named AS MATERIALIZED (${MODULE_VERSIONS}),
   modules AS MATERIALIZED (${MODULES}),
   cohort_terms_named AS MATERIALIZED (${COHORT_TERMS})
   SELECT ${CURRICULUM_VERSION_COLUMNS}, cu.name AS curriculum_name, cu.is_cohort_specific,
     ${all(`(${TERMS})`, 'r.position, r.id')} AS terms,
     ${all('cohort_terms_named', 'r.created_at, r.id')} AS cohort_terms,
     ${all(`(${PATHWAYS})`, 'r.position, r.id')} AS pathways,
     ${all(`(${CLUSTERS})`, 'r.created_at, r.id')} AS clusters,
     ${all('items', 'r.created_at, r.id')} AS items,
     ${all(`(${ORGANIZATION_TERMS})`, 'r.term_start, r.id')} AS organization_terms,
     ${all('modules', 'r.id')} AS modules,
     ${all(`(${TAGS})`, 'r.name, r.id')} AS tags,
     ${all('module_versions_named', 'r.id')} AS module_versions,
     ${all('connections', 'r.id')} AS connections,
     ${all(`(${GROUPS})`, 'r.id')} AS groups
   FROM ${CURRICULUM_VERSION_TABLES}
   JOIN curricula cu ON cu.institution_id = v.institution_id AND cu.id = v.curriculum_id
   WHERE v.institution_id = $1 AND v.id = $2 AND v.curriculum_id = $3`,
);
