-- Up Migration
-- Curricula with all that their versions nest. What names a part of a version does so by the version and the part, so that nothing can refer
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
  CONSTRAINT curriculum_terms_version FOREIGN KEY (institution_id, curriculum_version_id)
    REFERENCES curriculum_versions (institution_id, id)
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
  CONSTRAINT module_clusters_version FOREIGN KEY (institution_id, curriculum_version_id)
    REFERENCES curriculum_versions (institution_id, id),
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
  CONSTRAINT curriculum_items_version FOREIGN KEY (institution_id, curriculum_version_id)
    REFERENCES curriculum_versions (institution_id, id),
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
