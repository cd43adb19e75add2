-- Up Migration
-- Modules, curricula and programs. Every key starts with the institution, so that no row can be found, joined or be unique across institutions,
-- and the tables can be distributed by it. Values that are never searched are json, which keeps a text as it was written: an import compares it
-- with its own. A revision with a default is the version that audit records name: new with every change.

-- MODULES: academic terms, module groups, tags, modules and their versions.

CREATE TABLE organization_terms (
  institution_id uuid NOT NULL,
  id uuid NOT NULL,
  ref text COLLATE "C" NOT NULL,
  name text NOT NULL,
  code text,
  term_start timestamptz(3) NOT NULL,
  term_end timestamptz(3) NOT NULL,
  election_start timestamptz(3),
  election_end timestamptz(3),
  reassessment_registration_start timestamptz(3),
  reassessment_registration_end timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  revision uuid NOT NULL DEFAULT gen_random_uuid(),
  PRIMARY KEY (institution_id, id),
  CONSTRAINT organization_terms_ref UNIQUE (institution_id, ref)
);

CREATE TABLE module_groups (
  institution_id uuid NOT NULL,
  id uuid NOT NULL,
  ref text COLLATE "C" NOT NULL,
  name text NOT NULL,
  code text,
  color text,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  revision uuid NOT NULL DEFAULT gen_random_uuid(),
  PRIMARY KEY (institution_id, id),
  CONSTRAINT module_groups_ref UNIQUE (institution_id, ref)
);

CREATE TABLE tags (
  institution_id uuid NOT NULL,
  id uuid NOT NULL,
  ref text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  color text,
  icon text,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  revision uuid NOT NULL DEFAULT gen_random_uuid(),
  PRIMARY KEY (institution_id, id),
  CONSTRAINT tags_ref UNIQUE (institution_id, ref)
);

CREATE TABLE course_modules (
  institution_id uuid NOT NULL,
  id uuid NOT NULL,
  ref text COLLATE "C" NOT NULL,
  name text NOT NULL,
  code text,
  is_archived boolean NOT NULL,
  -- Names by language tag; NULL without any.
  name_translations json,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  revision uuid NOT NULL DEFAULT gen_random_uuid(),
  PRIMARY KEY (institution_id, id),
  CONSTRAINT course_modules_ref UNIQUE (institution_id, ref)
);

CREATE TABLE course_module_tags (
  institution_id uuid NOT NULL,
  id uuid NOT NULL,
  course_module_id uuid NOT NULL,
  tag_id uuid NOT NULL,
  revision uuid NOT NULL DEFAULT gen_random_uuid(),
  PRIMARY KEY (institution_id, id),
  CONSTRAINT course_module_tags_once UNIQUE (institution_id, course_module_id, tag_id),
  CONSTRAINT course_module_tags_module FOREIGN KEY (institution_id, course_module_id) REFERENCES course_modules (institution_id, id),
  CONSTRAINT course_module_tags_tag FOREIGN KEY (institution_id, tag_id) REFERENCES tags (institution_id, id)
);

CREATE TABLE module_versions (
  institution_id uuid NOT NULL,
  id uuid NOT NULL,
  ref text COLLATE "C" NOT NULL,
  course_module_id uuid NOT NULL,
  version text NOT NULL,
  name text NOT NULL,
  ects_points integer NOT NULL CHECK (ects_points >= 0),
  status text NOT NULL,
  is_default boolean NOT NULL,
  description text,
  capacity integer CHECK (capacity >= 0),
  icon text,
  icon_type text,
  banner text,
  color text,
  early_assessment_enabled boolean NOT NULL,
  is_currently_electable boolean NOT NULL,
  course_chat_file_attachments_default boolean NOT NULL,
  course_chat_read_only_default boolean NOT NULL,
  -- Objects as the bundle gives them. Texts, so that their properties keep their order.
  course_feature_defaults text CHECK (course_feature_defaults IS JSON OBJECT),
  attempt_rules text CHECK (attempt_rules IS JSON OBJECT),
  module_name text,
  required_attendance_percentage double precision CHECK (required_attendance_percentage BETWEEN 0 AND 100),
  -- [{ name, weight }], in the bundle's order.
  examination_requirements json NOT NULL,
  -- The time plan is a part of its version: it has an id, and no life of its own.
  time_plan_id uuid,
  -- NULL is the institution's default unit.
  unit_name text,
  unit_minutes double precision CHECK (unit_minutes > 0),
  -- [{ name, units, requiresAppointments }], in the bundle's order.
  time_plan_items json,
  -- The sum of the units that require appointments (decisions 9.8).
  unit_amount double precision NOT NULL CHECK (unit_amount >= 0),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  revision uuid NOT NULL DEFAULT gen_random_uuid(),
  PRIMARY KEY (institution_id, id),
  CONSTRAINT module_versions_ref UNIQUE (institution_id, ref),
  CONSTRAINT module_versions_of_module UNIQUE (institution_id, course_module_id, id),
  CONSTRAINT module_versions_module FOREIGN KEY (institution_id, course_module_id) REFERENCES course_modules (institution_id, id),
  CONSTRAINT module_versions_time_plan CHECK (
    (time_plan_id IS NULL) = (time_plan_items IS NULL)
    AND (time_plan_id IS NOT NULL OR (unit_name IS NULL AND unit_minutes IS NULL AND unit_amount = 0))
  )
);
CREATE UNIQUE INDEX module_versions_default ON module_versions (institution_id, course_module_id) WHERE is_default;

-- The child requires the parent (decisions 9.6).
CREATE TABLE module_connections (
  institution_id uuid NOT NULL,
  id uuid NOT NULL,
  parent_module_version_id uuid NOT NULL,
  child_module_version_id uuid NOT NULL,
  study_period_id text,
  revision uuid NOT NULL DEFAULT gen_random_uuid(),
  PRIMARY KEY (institution_id, id),
  CONSTRAINT module_connections_once UNIQUE NULLS NOT DISTINCT (institution_id, child_module_version_id, parent_module_version_id, study_period_id),
  CONSTRAINT module_connections_parent FOREIGN KEY (institution_id, parent_module_version_id) REFERENCES module_versions (institution_id, id),
  CONSTRAINT module_connections_child FOREIGN KEY (institution_id, child_module_version_id) REFERENCES module_versions (institution_id, id),
  CONSTRAINT module_connections_two CHECK (parent_module_version_id <> child_module_version_id)
);
CREATE INDEX module_connections_of_parent ON module_connections (institution_id, parent_module_version_id);

-- CURRICULA with all that their versions nest. What names a part of a version does so by the version and the part, so that nothing can refer
-- into another version. Those references are checked at the commit: an import writes parts in any order.

CREATE TABLE curricula (
  institution_id uuid NOT NULL,
  id uuid NOT NULL,
  ref text COLLATE "C" NOT NULL,
  name text NOT NULL,
  code text,
  is_cohort_specific boolean NOT NULL,
  is_archived boolean NOT NULL,
  revision uuid NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (institution_id, id),
  CONSTRAINT curricula_ref UNIQUE (institution_id, ref)
);
CREATE INDEX curricula_by_creation ON curricula (institution_id, created_at, id) INCLUDE (is_archived);

CREATE TABLE curriculum_versions (
  institution_id uuid NOT NULL,
  id uuid NOT NULL,
  ref text COLLATE "C" NOT NULL,
  curriculum_id uuid NOT NULL,
  version text NOT NULL,
  name text NOT NULL,
  is_default boolean NOT NULL,
  election_mode text CHECK (election_mode IN ('ELECT_WHENEVER', 'ELECT_BEFORE_TERM', 'ELECT_AFTER_TERM')),
  election_start_weeks integer CHECK (election_start_weeks >= 0),
  election_end_weeks integer CHECK (election_end_weeks >= 0),
  is_cohort_version boolean NOT NULL,
  -- The cohort it was made for.
  source_cohort_id uuid,
  revision uuid NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (institution_id, id),
  CONSTRAINT curriculum_versions_ref UNIQUE (institution_id, ref),
  CONSTRAINT curriculum_versions_curriculum FOREIGN KEY (institution_id, curriculum_id) REFERENCES curricula (institution_id, id)
);
CREATE INDEX curriculum_versions_by_creation ON curriculum_versions (institution_id, curriculum_id, created_at, id);
CREATE UNIQUE INDEX curriculum_versions_default ON curriculum_versions (institution_id, curriculum_id) WHERE is_default;

CREATE TABLE curriculum_terms (
  institution_id uuid NOT NULL,
  id uuid NOT NULL,
  ref text COLLATE "C" NOT NULL,
  curriculum_version_id uuid NOT NULL,
  position integer NOT NULL CHECK (position >= 0),
  name text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (institution_id, id),
  CONSTRAINT curriculum_terms_ref UNIQUE (institution_id, ref),
  CONSTRAINT curriculum_terms_of_version UNIQUE (institution_id, curriculum_version_id, id),
  CONSTRAINT curriculum_terms_version FOREIGN KEY (institution_id, curriculum_version_id) REFERENCES curriculum_versions (institution_id, id)
);

CREATE TABLE pathways (
  institution_id uuid NOT NULL,
  id uuid NOT NULL,
  -- NULL where an integration created it.
  ref text COLLATE "C",
  curriculum_version_id uuid NOT NULL,
  position integer NOT NULL CHECK (position >= 0),
  name text NOT NULL,
  type text NOT NULL CHECK (type IN ('FIXED', 'SELECTABLE_FOCUS')),
  description text,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  revision uuid NOT NULL DEFAULT gen_random_uuid(),
  PRIMARY KEY (institution_id, id),
  CONSTRAINT pathways_ref UNIQUE (institution_id, ref),
  CONSTRAINT pathways_of_version UNIQUE (institution_id, curriculum_version_id, id),
  CONSTRAINT pathways_version FOREIGN KEY (institution_id, curriculum_version_id) REFERENCES curriculum_versions (institution_id, id)
);
-- Positions need not be unique.
CREATE INDEX pathways_by_position ON pathways (institution_id, curriculum_version_id, position, id);

CREATE TABLE module_clusters (
  institution_id uuid NOT NULL,
  id uuid NOT NULL,
  ref text COLLATE "C" NOT NULL,
  curriculum_version_id uuid NOT NULL,
  name text NOT NULL,
  elective_behavior text NOT NULL,
  elective_behavior_amount double precision,
  rule text,
  rule_amount double precision,
  unlock_after_cp double precision,
  elect_at_once boolean NOT NULL,
  overflow_cluster_id uuid,
  is_re_electable boolean NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (institution_id, id),
  CONSTRAINT module_clusters_ref UNIQUE (institution_id, ref),
  CONSTRAINT module_clusters_of_version UNIQUE (institution_id, curriculum_version_id, id),
  CONSTRAINT module_clusters_version FOREIGN KEY (institution_id, curriculum_version_id) REFERENCES curriculum_versions (institution_id, id),
  CONSTRAINT module_clusters_overflow FOREIGN KEY (institution_id, curriculum_version_id, overflow_cluster_id)
    REFERENCES module_clusters (institution_id, curriculum_version_id, id) DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT module_clusters_two CHECK (overflow_cluster_id <> id)
);

CREATE TABLE curriculum_items (
  institution_id uuid NOT NULL,
  id uuid NOT NULL,
  ref text COLLATE "C" NOT NULL,
  curriculum_version_id uuid NOT NULL,
  course_module_id uuid NOT NULL,
  module_version_id uuid,
  term_id uuid,
  module_cluster_id uuid,
  pathway_id uuid,
  parent_id uuid,
  is_core_module boolean NOT NULL,
  module_group_id uuid,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (institution_id, id),
  CONSTRAINT curriculum_items_ref UNIQUE (institution_id, ref),
  CONSTRAINT curriculum_items_of_version UNIQUE (institution_id, curriculum_version_id, id),
  CONSTRAINT curriculum_items_version FOREIGN KEY (institution_id, curriculum_version_id) REFERENCES curriculum_versions (institution_id, id),
  CONSTRAINT curriculum_items_module FOREIGN KEY (institution_id, course_module_id) REFERENCES course_modules (institution_id, id),
  CONSTRAINT curriculum_items_module_version FOREIGN KEY (institution_id, course_module_id, module_version_id)
    REFERENCES module_versions (institution_id, course_module_id, id) DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT curriculum_items_term FOREIGN KEY (institution_id, curriculum_version_id, term_id)
    REFERENCES curriculum_terms (institution_id, curriculum_version_id, id) DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT curriculum_items_cluster FOREIGN KEY (institution_id, curriculum_version_id, module_cluster_id)
    REFERENCES module_clusters (institution_id, curriculum_version_id, id) DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT curriculum_items_pathway FOREIGN KEY (institution_id, curriculum_version_id, pathway_id)
    REFERENCES pathways (institution_id, curriculum_version_id, id) DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT curriculum_items_parent FOREIGN KEY (institution_id, curriculum_version_id, parent_id)
    REFERENCES curriculum_items (institution_id, curriculum_version_id, id) DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT curriculum_items_group FOREIGN KEY (institution_id, module_group_id) REFERENCES module_groups (institution_id, id),
  CONSTRAINT curriculum_items_two CHECK (parent_id <> id)
);

-- PROGRAMS: the study programs of continuing education, their versions and cohorts, and which academic terms the study terms are for a cohort.

CREATE TABLE programs (
  institution_id uuid NOT NULL,
  id uuid NOT NULL,
  -- NULL where an integration created it.
  ref text COLLATE "C",
  name text NOT NULL,
  code text,
  -- What makes codes equal, as platform/core/text-keys.ts computes it.
  code_key text COLLATE "C",
  objective text,
  default_study_time integer,
  has_cohorts boolean NOT NULL,
  type text,
  is_archived boolean NOT NULL,
  default_tuition_fee_plan_id text,
  statistic_data text CHECK (statistic_data IS JSON OBJECT),
  -- A program has exactly one default version: this column is it, never empty, and one of the program's own by its reference.
  default_version_id uuid NOT NULL,
  revision uuid NOT NULL,
  created_at timestamptz(3) NOT NULL,
  -- Moves with the program's versions, too.
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (institution_id, id),
  CONSTRAINT programs_code_with_key CHECK ((code IS NULL) = (code_key IS NULL))
);
-- Partial: what an integration creates costs no entry.
CREATE UNIQUE INDEX programs_ref ON programs (institution_id, ref) WHERE ref IS NOT NULL;
-- With what filters, so that the pages of a filtered list are found in the index alone.
CREATE INDEX programs_by_creation ON programs (institution_id, created_at, id) INCLUDE (updated_at, is_archived);
-- Lists with updatedSince: what has changed is found without a walk through the list, with the columns of its order.
CREATE INDEX programs_by_change ON programs (institution_id, updated_at) INCLUDE (created_at, id, is_archived);
CREATE INDEX programs_by_code ON programs (institution_id, code_key, created_at, id) INCLUDE (updated_at, is_archived) WHERE code_key IS NOT NULL;

CREATE TABLE program_versions (
  institution_id uuid NOT NULL,
  id uuid NOT NULL,
  -- NULL where an integration created it.
  ref text COLLATE "C",
  study_program_id uuid NOT NULL,
  name text NOT NULL,
  statistic_data text CHECK (statistic_data IS JSON OBJECT),
  revision uuid NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (institution_id, id),
  CONSTRAINT program_versions_of_program UNIQUE (institution_id, study_program_id, id),
  CONSTRAINT program_versions_program FOREIGN KEY (institution_id, study_program_id) REFERENCES programs (institution_id, id)
);
CREATE UNIQUE INDEX program_versions_ref ON program_versions (institution_id, ref) WHERE ref IS NOT NULL;
CREATE INDEX program_versions_by_creation ON program_versions (institution_id, study_program_id, created_at, id);

-- At the commit: a program and its first version name each other.
ALTER TABLE programs ADD CONSTRAINT programs_default_version FOREIGN KEY (institution_id, id, default_version_id)
  REFERENCES program_versions (institution_id, study_program_id, id) DEFERRABLE INITIALLY DEFERRED;

CREATE TABLE program_curricula (
  institution_id uuid NOT NULL,
  study_program_id uuid NOT NULL,
  curriculum_id uuid NOT NULL,
  -- The order in which they were connected.
  position integer NOT NULL,
  PRIMARY KEY (institution_id, study_program_id, curriculum_id),
  CONSTRAINT program_curricula_program FOREIGN KEY (institution_id, study_program_id) REFERENCES programs (institution_id, id),
  CONSTRAINT program_curricula_curriculum FOREIGN KEY (institution_id, curriculum_id) REFERENCES curricula (institution_id, id)
);

-- The users are directory's.
CREATE TABLE program_responsible_users (
  institution_id uuid NOT NULL,
  study_program_id uuid NOT NULL,
  user_id uuid NOT NULL,
  PRIMARY KEY (institution_id, study_program_id, user_id),
  CONSTRAINT program_responsible_users_program FOREIGN KEY (institution_id, study_program_id) REFERENCES programs (institution_id, id)
);

CREATE TABLE cohorts (
  institution_id uuid NOT NULL,
  id uuid NOT NULL,
  ref text COLLATE "C" NOT NULL,
  study_program_version_id uuid NOT NULL,
  name text NOT NULL,
  start_date timestamptz(3) NOT NULL,
  end_date timestamptz(3) NOT NULL,
  curriculum_version_id uuid NOT NULL,
  original_curriculum_version_id uuid,
  is_archived boolean NOT NULL,
  -- NULL when unset.
  has_disconnected_from_curricula boolean,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  revision uuid NOT NULL DEFAULT gen_random_uuid(),
  PRIMARY KEY (institution_id, id),
  CONSTRAINT cohorts_ref UNIQUE (institution_id, ref),
  CONSTRAINT cohorts_program_version FOREIGN KEY (institution_id, study_program_version_id) REFERENCES program_versions (institution_id, id),
  CONSTRAINT cohorts_curriculum_version FOREIGN KEY (institution_id, curriculum_version_id) REFERENCES curriculum_versions (institution_id, id),
  CONSTRAINT cohorts_original_curriculum_version FOREIGN KEY (institution_id, original_curriculum_version_id)
    REFERENCES curriculum_versions (institution_id, id)
);
CREATE INDEX cohorts_of_version ON cohorts (institution_id, study_program_version_id, start_date, id);

-- Which academic term a study term is for a cohort.
CREATE TABLE cohort_terms (
  institution_id uuid NOT NULL,
  id uuid NOT NULL,
  cohort_id uuid NOT NULL,
  curriculum_term_id uuid NOT NULL,
  organization_term_id uuid NOT NULL,
  cohort_study_timeline_status text CHECK (cohort_study_timeline_status IS JSON OBJECT),
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (institution_id, id),
  CONSTRAINT cohort_terms_once UNIQUE (institution_id, cohort_id, curriculum_term_id, organization_term_id),
  CONSTRAINT cohort_terms_cohort FOREIGN KEY (institution_id, cohort_id) REFERENCES cohorts (institution_id, id),
  CONSTRAINT cohort_terms_term FOREIGN KEY (institution_id, curriculum_term_id) REFERENCES curriculum_terms (institution_id, id),
  CONSTRAINT cohort_terms_organization_term FOREIGN KEY (institution_id, organization_term_id) REFERENCES organization_terms (institution_id, id)
);
CREATE INDEX cohort_terms_of_term ON cohort_terms (institution_id, curriculum_term_id, created_at, id);

-- A version and the cohort that it was made for name each other.
ALTER TABLE curriculum_versions ADD CONSTRAINT curriculum_versions_source_cohort FOREIGN KEY (institution_id, source_cohort_id)
  REFERENCES cohorts (institution_id, id);

-- STAMPS: one for each institution, another one after each change of anything that curricula hold of it, in the transaction of the change. What was
-- made of that data is the same as long as the stamp is.

CREATE TABLE stamps (
  institution_id uuid PRIMARY KEY,
  -- Random, so that none comes again, not even after an old backup was restored.
  stamp uuid NOT NULL
);

-- Deferred to the commit, so that the institution's stamp is locked last, and not while other locks are waited for. The first row of an institution
-- that a transaction changes moves the stamp; the setting, which ends with the transaction, spares the others all but a look:
-- 3 microseconds a row.
CREATE FUNCTION move_stamp() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  institution uuid := CASE TG_OP WHEN 'DELETE' THEN OLD.institution_id ELSE NEW.institution_id END;
BEGIN
  IF current_setting('lyceum.stamp_moved', true) IS DISTINCT FROM institution::text THEN
    INSERT INTO stamps AS s (institution_id, stamp) VALUES (institution, gen_random_uuid())
    ON CONFLICT (institution_id) DO UPDATE SET stamp = excluded.stamp;
    PERFORM set_config('lyceum.stamp_moved', institution::text, true);
  END IF;
  RETURN NULL;
END $$;

DO $$
DECLARE
  changed text;
BEGIN
  FOREACH changed IN ARRAY ARRAY[
    'organization_terms', 'module_groups', 'tags', 'course_modules', 'course_module_tags', 'module_versions', 'module_connections', 'curricula',
    'curriculum_versions', 'curriculum_terms', 'pathways', 'module_clusters', 'curriculum_items', 'programs', 'program_versions',
    'program_curricula', 'program_responsible_users', 'cohorts', 'cohort_terms'
  ] LOOP
    EXECUTE format('CREATE CONSTRAINT TRIGGER %I AFTER INSERT OR UPDATE OR DELETE ON %I
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION move_stamp()', changed || '_stamp', changed);
  END LOOP;
END $$;
