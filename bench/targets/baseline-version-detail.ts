import type { FastifyInstance } from 'fastify';
import { institutionId, poolOf } from './baseline-database.ts';

/**
 * Baseline of a curriculum version in full depth: a prepared statement per table, in parallel, rows joined with maps,
 * and `JSON.stringify`. Module versions are nested once and not sorted; tags, cohorts and fields without a source are
 * left out.
 */
export function serveVersionDetail(app: FastifyInstance): void {
  const pool = poolOf('curricula');
  const path = '/curricula/:id/versions/:versionId';
  app.get<{ Params: { id: string; versionId: string } }>(path, async ({ params: { id, versionId } }, reply) => {
    const read = async (name: keyof typeof TEXTS) => {
      const { rows } = await pool.query<Row>({ name, text: TEXTS[name], values: [institutionId, versionId] });
      return new Map(rows.map((row) => [row.id, row]));
    };
    const [version, terms, pathways, clusters, items, modules, groups, moduleVersions, connections] = await Promise.all(
      [
        read('version'),
        read('terms'),
        read('pathways'),
        read('clusters'),
        read('items'),
        read('modules'),
        read('groups'),
        read('moduleVersions'),
        read('connections'),
      ],
    );
    const [own] = version.values();
    if (own?.curriculaId !== id) return reply.code(404).send({});
    const byParent = Map.groupBy(connections.values(), ({ parentModuleVersionId }) => parentModuleVersionId);
    const byChild = Map.groupBy(connections.values(), ({ childModuleVersionId }) => childModuleVersionId);
    const data = {
      ...own,
      curriculaVersionTerms: [...terms.values()],
      curriculaVersionPathways: [...pathways.values()],
      curriculaVersionModuleCluster: [...clusters.values()],
      curriculaVersionItems: [...items.values()].map((item) => ({
        ...item,
        courseModule: modules.get(item.courseModuleId),
        curriculaVersionTerm: terms.get(item.curriculaVersionTermId) ?? null,
        curriculaVersionPathway: pathways.get(item.curriculaVersionPathwayId) ?? null,
        curriculaVersionModuleCluster: clusters.get(item.curriculaVersionModuleClusterId) ?? null,
        moduleGroup: groups.get(item.moduleGroupId) ?? null,
        courseModuleVersion: {
          ...moduleVersions.get(item.courseModuleVersionId),
          parentConnections: (byParent.get(item.courseModuleVersionId) ?? []).map((connection) => ({
            ...connection,
            childModuleVersion: moduleVersions.get(connection.childModuleVersionId),
          })),
          childConnections: (byChild.get(item.courseModuleVersionId) ?? []).map((connection) => ({
            ...connection,
            parentModuleVersion: moduleVersions.get(connection.parentModuleVersionId),
          })),
        },
      })),
    };
    return reply.type('application/json').send(JSON.stringify({ data }));
  });
}

type Row = Readonly<Record<string, string>>;

const OF_VERSION = 'institution_id = $1 AND curriculum_version_id = $2';
const NAMED_BY_ITEMS = (column: string) =>
  `institution_id = $1 AND id IN (SELECT ${column} FROM curriculum_items WHERE ${OF_VERSION})`;

const TEXTS = {
  version: `SELECT id, version, name, created_at AS "createdAt", updated_at AS "updatedAt", curriculum_id AS "curriculaId",
      election_mode AS "electionMode", is_default AS "isDefault"
    FROM curriculum_versions WHERE institution_id = $1 AND id = $2`,
  terms: `SELECT id, position, name, curriculum_version_id AS "curriculaVersionId" FROM curriculum_terms WHERE ${OF_VERSION}`,
  pathways: `SELECT id, position, name, type, curriculum_version_id AS "curriculaVersionId", description
    FROM pathways WHERE ${OF_VERSION} ORDER BY position, id`,
  clusters: `SELECT id, elective_behavior AS "electiveBehavior", elective_behavior_amount AS "electiveBehaviorAmount", rule,
      rule_amount AS "ruleAmount", created_at AS "createdAt", updated_at AS "updatedAt", curriculum_version_id AS "curriculaVersionId",
      name, unlock_after_cp AS "unlockAfterCP", elect_at_once AS "electAtOnce", overflow_cluster_id AS "overflowClusterId",
      is_re_electable AS "isReElectable"
    FROM module_clusters WHERE ${OF_VERSION}`,
  items: `SELECT id, curriculum_version_id AS "curriculaVersionId", course_module_id AS "courseModuleId",
      module_version_id AS "courseModuleVersionId", term_id AS "curriculaVersionTermId",
      module_cluster_id AS "curriculaVersionModuleClusterId", pathway_id AS "curriculaVersionPathwayId", parent_id AS "parentId",
      updated_at AS "updatedAt", is_core_module AS "isCoreModule", module_group_id AS "moduleGroupId"
    FROM curriculum_items WHERE ${OF_VERSION} ORDER BY created_at, id`,
  modules: `SELECT id, name, code, is_archived AS "isArchived", name_translations AS "nameTranslations"
    FROM course_modules WHERE ${NAMED_BY_ITEMS('course_module_id')}`,
  groups: `SELECT id, name, code, color FROM module_groups WHERE ${NAMED_BY_ITEMS('module_group_id')}`,
  moduleVersions: `SELECT id, version, name, description, created_at AS "createdAt", updated_at AS "updatedAt",
      required_attendance_percentage AS "requiredAttendancePercentage", ects_points AS "ectsPoints", course_module_id AS "courseModuleId",
      status, time_plan_id AS "timePlanId", is_default AS "isDefault", capacity, color, module_name AS "moduleName",
      examination_requirements AS "examinationRequirements", unit_amount AS "unitAmount"
    FROM module_versions WHERE ${NAMED_BY_ITEMS('module_version_id')}`,
  connections: `SELECT id, parent_module_version_id AS "parentModuleVersionId", child_module_version_id AS "childModuleVersionId",
      study_period_id AS "studyPeriodId"
    FROM module_connections WHERE institution_id = $1
      AND child_module_version_id IN (SELECT module_version_id FROM curriculum_items WHERE ${OF_VERSION})`,
};
