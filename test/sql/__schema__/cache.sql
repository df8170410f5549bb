CREATE TRIGGER investor_of_no_round AFTER DELETE ON round_investor
  WHEN NOT EXISTS (SELECT 1 FROM round_investor WHERE name_folded = OLD.name_folded) BEGIN
  DELETE FROM investor WHERE name_folded = OLD.name_folded;
END;

CREATE TRIGGER ours_company_insert AFTER INSERT ON company BEGIN
  INSERT INTO ours_pending (company_id) VALUES (NEW.company_id) ON CONFLICT (company_id) DO NOTHING;
END;

CREATE TRIGGER ours_company_update AFTER UPDATE OF name, website_host, linkedin_url ON company
WHEN NEW.name IS NOT OLD.name OR NEW.website_host IS NOT OLD.website_host OR NEW.linkedin_url IS NOT OLD.linkedin_url BEGIN
  INSERT INTO ours_pending (company_id) VALUES (NEW.company_id) ON CONFLICT (company_id) DO NOTHING;
END;

CREATE TRIGGER search_company_before_delete BEFORE DELETE ON company  BEGIN 
  INSERT INTO search_before (company_id, named, words) 
    SELECT search_doc.company_id,
      (SELECT coalesce(group_concat(text, char(10)), '') FROM (
        SELECT name AS text FROM company WHERE company.company_id = OLD.company_id
        UNION ALL SELECT name FROM company_industry WHERE company_industry.company_id = OLD.company_id)),
      (SELECT coalesce(group_concat(text, char(10)), '') FROM (
        SELECT description AS text FROM company WHERE company.company_id = OLD.company_id
        UNION ALL SELECT tag.name FROM company_tag JOIN tag USING (tag_key) WHERE company_tag.company_id = OLD.company_id
        UNION ALL SELECT technology.name FROM company_technology JOIN technology USING (technology_key)
          WHERE company_technology.company_id = OLD.company_id
        UNION ALL SELECT text FROM highlight WHERE highlight.company_id = OLD.company_id AND listed = 1))
    FROM search_doc WHERE search_doc.company_id = OLD.company_id
      AND NOT EXISTS (SELECT 1 FROM search_before WHERE search_before.company_id = OLD.company_id);
END;

CREATE TRIGGER search_company_before_update BEFORE UPDATE ON company WHEN NEW.name IS NOT OLD.name OR NEW.description IS NOT OLD.description BEGIN 
  INSERT INTO search_before (company_id, named, words) 
    SELECT search_doc.company_id,
      (SELECT coalesce(group_concat(text, char(10)), '') FROM (
        SELECT name AS text FROM company WHERE company.company_id = NEW.company_id
        UNION ALL SELECT name FROM company_industry WHERE company_industry.company_id = NEW.company_id)),
      (SELECT coalesce(group_concat(text, char(10)), '') FROM (
        SELECT description AS text FROM company WHERE company.company_id = NEW.company_id
        UNION ALL SELECT tag.name FROM company_tag JOIN tag USING (tag_key) WHERE company_tag.company_id = NEW.company_id
        UNION ALL SELECT technology.name FROM company_technology JOIN technology USING (technology_key)
          WHERE company_technology.company_id = NEW.company_id
        UNION ALL SELECT text FROM highlight WHERE highlight.company_id = NEW.company_id AND listed = 1))
    FROM search_doc WHERE search_doc.company_id = NEW.company_id
      AND NOT EXISTS (SELECT 1 FROM search_before WHERE search_before.company_id = NEW.company_id);
END;

CREATE TRIGGER search_company_delete AFTER DELETE ON company BEGIN
  INSERT INTO search_dirty (company_id, changes) VALUES (OLD.company_id, 1)
  ON CONFLICT (company_id) DO UPDATE SET changes = changes + 1;
END;

CREATE TRIGGER search_company_industry_before_delete BEFORE DELETE ON company_industry  BEGIN 
  INSERT INTO search_before (company_id, named, words) 
    SELECT search_doc.company_id,
      (SELECT coalesce(group_concat(text, char(10)), '') FROM (
        SELECT name AS text FROM company WHERE company.company_id = OLD.company_id
        UNION ALL SELECT name FROM company_industry WHERE company_industry.company_id = OLD.company_id)),
      (SELECT coalesce(group_concat(text, char(10)), '') FROM (
        SELECT description AS text FROM company WHERE company.company_id = OLD.company_id
        UNION ALL SELECT tag.name FROM company_tag JOIN tag USING (tag_key) WHERE company_tag.company_id = OLD.company_id
        UNION ALL SELECT technology.name FROM company_technology JOIN technology USING (technology_key)
          WHERE company_technology.company_id = OLD.company_id
        UNION ALL SELECT text FROM highlight WHERE highlight.company_id = OLD.company_id AND listed = 1))
    FROM search_doc WHERE search_doc.company_id = OLD.company_id
      AND NOT EXISTS (SELECT 1 FROM search_before WHERE search_before.company_id = OLD.company_id);
END;

CREATE TRIGGER search_company_industry_before_insert BEFORE INSERT ON company_industry  BEGIN 
  INSERT INTO search_before (company_id, named, words) 
    SELECT search_doc.company_id,
      (SELECT coalesce(group_concat(text, char(10)), '') FROM (
        SELECT name AS text FROM company WHERE company.company_id = NEW.company_id
        UNION ALL SELECT name FROM company_industry WHERE company_industry.company_id = NEW.company_id)),
      (SELECT coalesce(group_concat(text, char(10)), '') FROM (
        SELECT description AS text FROM company WHERE company.company_id = NEW.company_id
        UNION ALL SELECT tag.name FROM company_tag JOIN tag USING (tag_key) WHERE company_tag.company_id = NEW.company_id
        UNION ALL SELECT technology.name FROM company_technology JOIN technology USING (technology_key)
          WHERE company_technology.company_id = NEW.company_id
        UNION ALL SELECT text FROM highlight WHERE highlight.company_id = NEW.company_id AND listed = 1))
    FROM search_doc WHERE search_doc.company_id = NEW.company_id
      AND NOT EXISTS (SELECT 1 FROM search_before WHERE search_before.company_id = NEW.company_id);
END;

CREATE TRIGGER search_company_industry_before_update BEFORE UPDATE ON company_industry  BEGIN 
  INSERT INTO search_before (company_id, named, words) 
    SELECT search_doc.company_id,
      (SELECT coalesce(group_concat(text, char(10)), '') FROM (
        SELECT name AS text FROM company WHERE company.company_id = NEW.company_id
        UNION ALL SELECT name FROM company_industry WHERE company_industry.company_id = NEW.company_id)),
      (SELECT coalesce(group_concat(text, char(10)), '') FROM (
        SELECT description AS text FROM company WHERE company.company_id = NEW.company_id
        UNION ALL SELECT tag.name FROM company_tag JOIN tag USING (tag_key) WHERE company_tag.company_id = NEW.company_id
        UNION ALL SELECT technology.name FROM company_technology JOIN technology USING (technology_key)
          WHERE company_technology.company_id = NEW.company_id
        UNION ALL SELECT text FROM highlight WHERE highlight.company_id = NEW.company_id AND listed = 1))
    FROM search_doc WHERE search_doc.company_id = NEW.company_id
      AND NOT EXISTS (SELECT 1 FROM search_before WHERE search_before.company_id = NEW.company_id);
END;

CREATE TRIGGER search_company_industry_delete AFTER DELETE ON company_industry BEGIN
  INSERT INTO search_dirty (company_id, changes) VALUES (OLD.company_id, 1)
  ON CONFLICT (company_id) DO UPDATE SET changes = changes + 1;
END;

CREATE TRIGGER search_company_industry_insert AFTER INSERT ON company_industry BEGIN
  INSERT INTO search_dirty (company_id, changes) VALUES (NEW.company_id, 1)
  ON CONFLICT (company_id) DO UPDATE SET changes = changes + 1;
END;

CREATE TRIGGER search_company_industry_update AFTER UPDATE ON company_industry BEGIN
  INSERT INTO search_dirty (company_id, changes) VALUES (NEW.company_id, 1)
  ON CONFLICT (company_id) DO UPDATE SET changes = changes + 1;
END;

CREATE TRIGGER search_company_insert AFTER INSERT ON company BEGIN
  INSERT INTO search_dirty (company_id, changes) VALUES (NEW.company_id, 1)
  ON CONFLICT (company_id) DO UPDATE SET changes = changes + 1;
END;

CREATE TRIGGER search_company_panel_delete AFTER DELETE ON company_panel BEGIN
  INSERT INTO search_dirty (company_id, changes) VALUES (OLD.company_id, 1)
  ON CONFLICT (company_id) DO UPDATE SET changes = changes + 1;
END;

CREATE TRIGGER search_company_panel_insert AFTER INSERT ON company_panel BEGIN
  INSERT INTO search_dirty (company_id, changes) VALUES (NEW.company_id, 1)
  ON CONFLICT (company_id) DO UPDATE SET changes = changes + 1;
END;

CREATE TRIGGER search_company_panel_update AFTER UPDATE ON company_panel BEGIN
  INSERT INTO search_dirty (company_id, changes) VALUES (NEW.company_id, 1)
  ON CONFLICT (company_id) DO UPDATE SET changes = changes + 1;
END;

CREATE TRIGGER search_company_tag_before_delete BEFORE DELETE ON company_tag  BEGIN 
  INSERT INTO search_before (company_id, named, words) 
    SELECT search_doc.company_id,
      (SELECT coalesce(group_concat(text, char(10)), '') FROM (
        SELECT name AS text FROM company WHERE company.company_id = OLD.company_id
        UNION ALL SELECT name FROM company_industry WHERE company_industry.company_id = OLD.company_id)),
      (SELECT coalesce(group_concat(text, char(10)), '') FROM (
        SELECT description AS text FROM company WHERE company.company_id = OLD.company_id
        UNION ALL SELECT tag.name FROM company_tag JOIN tag USING (tag_key) WHERE company_tag.company_id = OLD.company_id
        UNION ALL SELECT technology.name FROM company_technology JOIN technology USING (technology_key)
          WHERE company_technology.company_id = OLD.company_id
        UNION ALL SELECT text FROM highlight WHERE highlight.company_id = OLD.company_id AND listed = 1))
    FROM search_doc WHERE search_doc.company_id = OLD.company_id
      AND NOT EXISTS (SELECT 1 FROM search_before WHERE search_before.company_id = OLD.company_id);
END;

CREATE TRIGGER search_company_tag_before_insert BEFORE INSERT ON company_tag  BEGIN 
  INSERT INTO search_before (company_id, named, words) 
    SELECT search_doc.company_id,
      (SELECT coalesce(group_concat(text, char(10)), '') FROM (
        SELECT name AS text FROM company WHERE company.company_id = NEW.company_id
        UNION ALL SELECT name FROM company_industry WHERE company_industry.company_id = NEW.company_id)),
      (SELECT coalesce(group_concat(text, char(10)), '') FROM (
        SELECT description AS text FROM company WHERE company.company_id = NEW.company_id
        UNION ALL SELECT tag.name FROM company_tag JOIN tag USING (tag_key) WHERE company_tag.company_id = NEW.company_id
        UNION ALL SELECT technology.name FROM company_technology JOIN technology USING (technology_key)
          WHERE company_technology.company_id = NEW.company_id
        UNION ALL SELECT text FROM highlight WHERE highlight.company_id = NEW.company_id AND listed = 1))
    FROM search_doc WHERE search_doc.company_id = NEW.company_id
      AND NOT EXISTS (SELECT 1 FROM search_before WHERE search_before.company_id = NEW.company_id);
END;

CREATE TRIGGER search_company_tag_before_update BEFORE UPDATE ON company_tag  BEGIN 
  INSERT INTO search_before (company_id, named, words) 
    SELECT search_doc.company_id,
      (SELECT coalesce(group_concat(text, char(10)), '') FROM (
        SELECT name AS text FROM company WHERE company.company_id = NEW.company_id
        UNION ALL SELECT name FROM company_industry WHERE company_industry.company_id = NEW.company_id)),
      (SELECT coalesce(group_concat(text, char(10)), '') FROM (
        SELECT description AS text FROM company WHERE company.company_id = NEW.company_id
        UNION ALL SELECT tag.name FROM company_tag JOIN tag USING (tag_key) WHERE company_tag.company_id = NEW.company_id
        UNION ALL SELECT technology.name FROM company_technology JOIN technology USING (technology_key)
          WHERE company_technology.company_id = NEW.company_id
        UNION ALL SELECT text FROM highlight WHERE highlight.company_id = NEW.company_id AND listed = 1))
    FROM search_doc WHERE search_doc.company_id = NEW.company_id
      AND NOT EXISTS (SELECT 1 FROM search_before WHERE search_before.company_id = NEW.company_id);
END;

CREATE TRIGGER search_company_tag_delete AFTER DELETE ON company_tag BEGIN
  INSERT INTO search_dirty (company_id, changes) VALUES (OLD.company_id, 1)
  ON CONFLICT (company_id) DO UPDATE SET changes = changes + 1;
END;

CREATE TRIGGER search_company_tag_insert AFTER INSERT ON company_tag BEGIN
  INSERT INTO search_dirty (company_id, changes) VALUES (NEW.company_id, 1)
  ON CONFLICT (company_id) DO UPDATE SET changes = changes + 1;
END;

CREATE TRIGGER search_company_tag_update AFTER UPDATE ON company_tag BEGIN
  INSERT INTO search_dirty (company_id, changes) VALUES (NEW.company_id, 1)
  ON CONFLICT (company_id) DO UPDATE SET changes = changes + 1;
END;

CREATE TRIGGER search_company_technology_before_delete BEFORE DELETE ON company_technology  BEGIN 
  INSERT INTO search_before (company_id, named, words) 
    SELECT search_doc.company_id,
      (SELECT coalesce(group_concat(text, char(10)), '') FROM (
        SELECT name AS text FROM company WHERE company.company_id = OLD.company_id
        UNION ALL SELECT name FROM company_industry WHERE company_industry.company_id = OLD.company_id)),
      (SELECT coalesce(group_concat(text, char(10)), '') FROM (
        SELECT description AS text FROM company WHERE company.company_id = OLD.company_id
        UNION ALL SELECT tag.name FROM company_tag JOIN tag USING (tag_key) WHERE company_tag.company_id = OLD.company_id
        UNION ALL SELECT technology.name FROM company_technology JOIN technology USING (technology_key)
          WHERE company_technology.company_id = OLD.company_id
        UNION ALL SELECT text FROM highlight WHERE highlight.company_id = OLD.company_id AND listed = 1))
    FROM search_doc WHERE search_doc.company_id = OLD.company_id
      AND NOT EXISTS (SELECT 1 FROM search_before WHERE search_before.company_id = OLD.company_id);
END;

CREATE TRIGGER search_company_technology_before_insert BEFORE INSERT ON company_technology  BEGIN 
  INSERT INTO search_before (company_id, named, words) 
    SELECT search_doc.company_id,
      (SELECT coalesce(group_concat(text, char(10)), '') FROM (
        SELECT name AS text FROM company WHERE company.company_id = NEW.company_id
        UNION ALL SELECT name FROM company_industry WHERE company_industry.company_id = NEW.company_id)),
      (SELECT coalesce(group_concat(text, char(10)), '') FROM (
        SELECT description AS text FROM company WHERE company.company_id = NEW.company_id
        UNION ALL SELECT tag.name FROM company_tag JOIN tag USING (tag_key) WHERE company_tag.company_id = NEW.company_id
        UNION ALL SELECT technology.name FROM company_technology JOIN technology USING (technology_key)
          WHERE company_technology.company_id = NEW.company_id
        UNION ALL SELECT text FROM highlight WHERE highlight.company_id = NEW.company_id AND listed = 1))
    FROM search_doc WHERE search_doc.company_id = NEW.company_id
      AND NOT EXISTS (SELECT 1 FROM search_before WHERE search_before.company_id = NEW.company_id);
END;

CREATE TRIGGER search_company_technology_before_update BEFORE UPDATE ON company_technology  BEGIN 
  INSERT INTO search_before (company_id, named, words) 
    SELECT search_doc.company_id,
      (SELECT coalesce(group_concat(text, char(10)), '') FROM (
        SELECT name AS text FROM company WHERE company.company_id = NEW.company_id
        UNION ALL SELECT name FROM company_industry WHERE company_industry.company_id = NEW.company_id)),
      (SELECT coalesce(group_concat(text, char(10)), '') FROM (
        SELECT description AS text FROM company WHERE company.company_id = NEW.company_id
        UNION ALL SELECT tag.name FROM company_tag JOIN tag USING (tag_key) WHERE company_tag.company_id = NEW.company_id
        UNION ALL SELECT technology.name FROM company_technology JOIN technology USING (technology_key)
          WHERE company_technology.company_id = NEW.company_id
        UNION ALL SELECT text FROM highlight WHERE highlight.company_id = NEW.company_id AND listed = 1))
    FROM search_doc WHERE search_doc.company_id = NEW.company_id
      AND NOT EXISTS (SELECT 1 FROM search_before WHERE search_before.company_id = NEW.company_id);
END;

CREATE TRIGGER search_company_technology_delete AFTER DELETE ON company_technology BEGIN
  INSERT INTO search_dirty (company_id, changes) VALUES (OLD.company_id, 1)
  ON CONFLICT (company_id) DO UPDATE SET changes = changes + 1;
END;

CREATE TRIGGER search_company_technology_insert AFTER INSERT ON company_technology BEGIN
  INSERT INTO search_dirty (company_id, changes) VALUES (NEW.company_id, 1)
  ON CONFLICT (company_id) DO UPDATE SET changes = changes + 1;
END;

CREATE TRIGGER search_company_technology_update AFTER UPDATE ON company_technology BEGIN
  INSERT INTO search_dirty (company_id, changes) VALUES (NEW.company_id, 1)
  ON CONFLICT (company_id) DO UPDATE SET changes = changes + 1;
END;

CREATE TRIGGER search_company_update AFTER UPDATE ON company BEGIN
  INSERT INTO search_dirty (company_id, changes) VALUES (NEW.company_id, 1)
  ON CONFLICT (company_id) DO UPDATE SET changes = changes + 1;
END;

CREATE TRIGGER search_contact_delete AFTER DELETE ON contact BEGIN
  INSERT INTO search_dirty (company_id, changes) VALUES (OLD.company_id, 1)
  ON CONFLICT (company_id) DO UPDATE SET changes = changes + 1;
END;

CREATE TRIGGER search_contact_insert AFTER INSERT ON contact BEGIN
  INSERT INTO search_dirty (company_id, changes) VALUES (NEW.company_id, 1)
  ON CONFLICT (company_id) DO UPDATE SET changes = changes + 1;
END;

CREATE TRIGGER search_contact_update AFTER UPDATE ON contact BEGIN
  INSERT INTO search_dirty (company_id, changes) VALUES (NEW.company_id, 1)
  ON CONFLICT (company_id) DO UPDATE SET changes = changes + 1;
END;

CREATE TRIGGER search_contacts_state_delete AFTER DELETE ON contacts_state BEGIN
  INSERT INTO search_dirty (company_id, changes) VALUES (OLD.company_id, 1)
  ON CONFLICT (company_id) DO UPDATE SET changes = changes + 1;
END;

CREATE TRIGGER search_contacts_state_insert AFTER INSERT ON contacts_state BEGIN
  INSERT INTO search_dirty (company_id, changes) VALUES (NEW.company_id, 1)
  ON CONFLICT (company_id) DO UPDATE SET changes = changes + 1;
END;

CREATE TRIGGER search_contacts_state_update AFTER UPDATE ON contacts_state BEGIN
  INSERT INTO search_dirty (company_id, changes) VALUES (NEW.company_id, 1)
  ON CONFLICT (company_id) DO UPDATE SET changes = changes + 1;
END;

CREATE TRIGGER search_highlight_before_delete BEFORE DELETE ON highlight  BEGIN 
  INSERT INTO search_before (company_id, named, words) 
    SELECT search_doc.company_id,
      (SELECT coalesce(group_concat(text, char(10)), '') FROM (
        SELECT name AS text FROM company WHERE company.company_id = OLD.company_id
        UNION ALL SELECT name FROM company_industry WHERE company_industry.company_id = OLD.company_id)),
      (SELECT coalesce(group_concat(text, char(10)), '') FROM (
        SELECT description AS text FROM company WHERE company.company_id = OLD.company_id
        UNION ALL SELECT tag.name FROM company_tag JOIN tag USING (tag_key) WHERE company_tag.company_id = OLD.company_id
        UNION ALL SELECT technology.name FROM company_technology JOIN technology USING (technology_key)
          WHERE company_technology.company_id = OLD.company_id
        UNION ALL SELECT text FROM highlight WHERE highlight.company_id = OLD.company_id AND listed = 1))
    FROM search_doc WHERE search_doc.company_id = OLD.company_id
      AND NOT EXISTS (SELECT 1 FROM search_before WHERE search_before.company_id = OLD.company_id);
END;

CREATE TRIGGER search_highlight_before_insert BEFORE INSERT ON highlight  BEGIN 
  INSERT INTO search_before (company_id, named, words) 
    SELECT search_doc.company_id,
      (SELECT coalesce(group_concat(text, char(10)), '') FROM (
        SELECT name AS text FROM company WHERE company.company_id = NEW.company_id
        UNION ALL SELECT name FROM company_industry WHERE company_industry.company_id = NEW.company_id)),
      (SELECT coalesce(group_concat(text, char(10)), '') FROM (
        SELECT description AS text FROM company WHERE company.company_id = NEW.company_id
        UNION ALL SELECT tag.name FROM company_tag JOIN tag USING (tag_key) WHERE company_tag.company_id = NEW.company_id
        UNION ALL SELECT technology.name FROM company_technology JOIN technology USING (technology_key)
          WHERE company_technology.company_id = NEW.company_id
        UNION ALL SELECT text FROM highlight WHERE highlight.company_id = NEW.company_id AND listed = 1))
    FROM search_doc WHERE search_doc.company_id = NEW.company_id
      AND NOT EXISTS (SELECT 1 FROM search_before WHERE search_before.company_id = NEW.company_id);
END;

CREATE TRIGGER search_highlight_before_update BEFORE UPDATE ON highlight  BEGIN 
  INSERT INTO search_before (company_id, named, words) 
    SELECT search_doc.company_id,
      (SELECT coalesce(group_concat(text, char(10)), '') FROM (
        SELECT name AS text FROM company WHERE company.company_id = NEW.company_id
        UNION ALL SELECT name FROM company_industry WHERE company_industry.company_id = NEW.company_id)),
      (SELECT coalesce(group_concat(text, char(10)), '') FROM (
        SELECT description AS text FROM company WHERE company.company_id = NEW.company_id
        UNION ALL SELECT tag.name FROM company_tag JOIN tag USING (tag_key) WHERE company_tag.company_id = NEW.company_id
        UNION ALL SELECT technology.name FROM company_technology JOIN technology USING (technology_key)
          WHERE company_technology.company_id = NEW.company_id
        UNION ALL SELECT text FROM highlight WHERE highlight.company_id = NEW.company_id AND listed = 1))
    FROM search_doc WHERE search_doc.company_id = NEW.company_id
      AND NOT EXISTS (SELECT 1 FROM search_before WHERE search_before.company_id = NEW.company_id);
END;

CREATE TRIGGER search_highlight_delete AFTER DELETE ON highlight BEGIN
  INSERT INTO search_dirty (company_id, changes) VALUES (OLD.company_id, 1)
  ON CONFLICT (company_id) DO UPDATE SET changes = changes + 1;
END;

CREATE TRIGGER search_highlight_insert AFTER INSERT ON highlight BEGIN
  INSERT INTO search_dirty (company_id, changes) VALUES (NEW.company_id, 1)
  ON CONFLICT (company_id) DO UPDATE SET changes = changes + 1;
END;

CREATE TRIGGER search_highlight_update AFTER UPDATE ON highlight BEGIN
  INSERT INTO search_dirty (company_id, changes) VALUES (NEW.company_id, 1)
  ON CONFLICT (company_id) DO UPDATE SET changes = changes + 1;
END;

CREATE TRIGGER search_open_role_delete AFTER DELETE ON open_role BEGIN
  INSERT INTO search_dirty (company_id, changes) VALUES (OLD.company_id, 1)
  ON CONFLICT (company_id) DO UPDATE SET changes = changes + 1;
END;

CREATE TRIGGER search_open_role_insert AFTER INSERT ON open_role BEGIN
  INSERT INTO search_dirty (company_id, changes) VALUES (NEW.company_id, 1)
  ON CONFLICT (company_id) DO UPDATE SET changes = changes + 1;
END;

CREATE TRIGGER search_open_role_update AFTER UPDATE ON open_role BEGIN
  INSERT INTO search_dirty (company_id, changes) VALUES (NEW.company_id, 1)
  ON CONFLICT (company_id) DO UPDATE SET changes = changes + 1;
END;

CREATE TRIGGER search_saved_after_delete AFTER DELETE ON company BEGIN
  DELETE FROM search_saved;
  DELETE FROM search_unsaved;
END;

CREATE TRIGGER search_tag_before_update BEFORE UPDATE OF name ON tag WHEN NEW.name <> OLD.name BEGIN
  INSERT INTO search_before (company_id, named, words) 
    SELECT search_doc.company_id,
      (SELECT coalesce(group_concat(text, char(10)), '') FROM (
        SELECT name AS text FROM company WHERE company.company_id = search_doc.company_id
        UNION ALL SELECT name FROM company_industry WHERE company_industry.company_id = search_doc.company_id)),
      (SELECT coalesce(group_concat(text, char(10)), '') FROM (
        SELECT description AS text FROM company WHERE company.company_id = search_doc.company_id
        UNION ALL SELECT tag.name FROM company_tag JOIN tag USING (tag_key) WHERE company_tag.company_id = search_doc.company_id
        UNION ALL SELECT technology.name FROM company_technology JOIN technology USING (technology_key)
          WHERE company_technology.company_id = search_doc.company_id
        UNION ALL SELECT text FROM highlight WHERE highlight.company_id = search_doc.company_id AND listed = 1))
    FROM company_tag AS bearer JOIN search_doc ON search_doc.company_id = bearer.company_id
    WHERE bearer.tag_key = OLD.tag_key
      AND NOT EXISTS (SELECT 1 FROM search_before WHERE search_before.company_id = bearer.company_id)
    GROUP BY search_doc.company_id;
END;

CREATE TRIGGER search_tag_update AFTER UPDATE OF name ON tag WHEN NEW.name <> OLD.name BEGIN
  INSERT INTO search_dirty (company_id, changes) SELECT company_id, 1 FROM company_tag WHERE tag_key = NEW.tag_key
  ON CONFLICT (company_id) DO UPDATE SET changes = changes + 1;
END;

CREATE TRIGGER search_technology_before_update BEFORE UPDATE OF name ON technology WHEN NEW.name <> OLD.name BEGIN
  INSERT INTO search_before (company_id, named, words) 
    SELECT search_doc.company_id,
      (SELECT coalesce(group_concat(text, char(10)), '') FROM (
        SELECT name AS text FROM company WHERE company.company_id = search_doc.company_id
        UNION ALL SELECT name FROM company_industry WHERE company_industry.company_id = search_doc.company_id)),
      (SELECT coalesce(group_concat(text, char(10)), '') FROM (
        SELECT description AS text FROM company WHERE company.company_id = search_doc.company_id
        UNION ALL SELECT tag.name FROM company_tag JOIN tag USING (tag_key) WHERE company_tag.company_id = search_doc.company_id
        UNION ALL SELECT technology.name FROM company_technology JOIN technology USING (technology_key)
          WHERE company_technology.company_id = search_doc.company_id
        UNION ALL SELECT text FROM highlight WHERE highlight.company_id = search_doc.company_id AND listed = 1))
    FROM company_technology AS bearer JOIN search_doc ON search_doc.company_id = bearer.company_id
    WHERE bearer.technology_key = OLD.technology_key
      AND NOT EXISTS (SELECT 1 FROM search_before WHERE search_before.company_id = bearer.company_id)
    GROUP BY search_doc.company_id;
END;

CREATE TRIGGER search_technology_update AFTER UPDATE OF name ON technology WHEN NEW.name <> OLD.name BEGIN
  INSERT INTO search_dirty (company_id, changes) SELECT company_id, 1 FROM company_technology
  WHERE technology_key = NEW.technology_key
  ON CONFLICT (company_id) DO UPDATE SET changes = changes + 1;
END;

CREATE TABLE company (
  company_id TEXT PRIMARY KEY NOT NULL,
  name TEXT,
  name_folded TEXT NOT NULL,
  country_code TEXT,
  country_name TEXT,
  industry TEXT,
  latest_round_id TEXT,
  stage TEXT,
  amount_text TEXT,
  amount_value REAL,
  amount_precision TEXT CHECK (amount_precision IN ('exact', 'rounded', 'none')),
  amount_currency TEXT,
  announced_on TEXT,
  source TEXT NOT NULL,
  fetched_at_ms INTEGER NOT NULL,
  first_seen_at_ms INTEGER NOT NULL,
  gone_at_ms INTEGER,
  total_contacts INTEGER,
  total_rounds INTEGER,
  website TEXT,
  linkedin_url TEXT,
  field_claims TEXT NOT NULL,
  description TEXT
, website_host TEXT, found_by INTEGER) STRICT;

CREATE TABLE company_alone (
  company_id TEXT PRIMARY KEY NOT NULL REFERENCES company (company_id) ON DELETE CASCADE,
  at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE company_change (
  change_id INTEGER PRIMARY KEY AUTOINCREMENT,
  company_id TEXT NOT NULL REFERENCES company (company_id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  told TEXT NOT NULL,
  fetched_at_ms INTEGER NOT NULL,
  noticed_at_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE company_icp (
  company_id TEXT PRIMARY KEY NOT NULL REFERENCES company (company_id) ON DELETE CASCADE,
  score REAL NOT NULL CHECK (score BETWEEN 0 AND 100),
  told_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE company_industry (
  company_id TEXT NOT NULL REFERENCES company (company_id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  name TEXT NOT NULL,
  PRIMARY KEY (company_id, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE company_panel (
  company_id TEXT NOT NULL REFERENCES company (company_id) ON DELETE CASCADE,
  panel TEXT NOT NULL CHECK (panel IN ('tech-stack', 'rounds', 'highlights', 'open-roles', 'news')),
  content_source TEXT,
  content_at_ms INTEGER,
  fetched_at_ms INTEGER,
  complete_at_ms INTEGER,
  refused_at_ms INTEGER,
  told INTEGER,
  PRIMARY KEY (company_id, panel)
) STRICT, WITHOUT ROWID;

CREATE TABLE company_source (
  company_id TEXT NOT NULL REFERENCES company (company_id) ON DELETE CASCADE,
  source TEXT NOT NULL,
  fetched_at_ms INTEGER NOT NULL,
  raw TEXT NOT NULL,
  personal BLOB, undocumented BLOB,
  PRIMARY KEY (company_id, source)
) STRICT;

CREATE TABLE company_tag (
  company_id TEXT NOT NULL REFERENCES company (company_id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  tag_key INTEGER NOT NULL REFERENCES tag (tag_key),
  PRIMARY KEY (company_id, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE company_technology (
  company_id TEXT NOT NULL REFERENCES company (company_id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  technology_key INTEGER NOT NULL REFERENCES technology (technology_key),
  PRIMARY KEY (company_id, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE contact (
  contact_id INTEGER PRIMARY KEY AUTOINCREMENT,
  company_id TEXT NOT NULL REFERENCES company (company_id) ON DELETE CASCADE,
  identity BLOB NOT NULL,
  email_identity BLOB,
  linkedin_identity BLOB,
  service_id BLOB,
  name BLOB,
  title BLOB,
  email BLOB,
  linkedin_url BLOB,
  email_valid INTEGER NOT NULL CHECK (email_valid IN (0, 1)),
  source TEXT NOT NULL,
  fetched_at_ms INTEGER NOT NULL,
  field_claims TEXT NOT NULL
) STRICT;

CREATE TABLE contact_alias (
  contact_id INTEGER NOT NULL REFERENCES contact (contact_id) ON DELETE CASCADE,
  identity BLOB NOT NULL,
  PRIMARY KEY (contact_id, identity)
) STRICT, WITHOUT ROWID;

CREATE TABLE contacts_state (
  company_id TEXT PRIMARY KEY NOT NULL REFERENCES company (company_id) ON DELETE CASCADE,
  state TEXT NOT NULL CHECK (state IN ('available', 'closed', 'told-none', 'unknown')),
  source TEXT NOT NULL,
  observed_at_ms INTEGER NOT NULL,
  hint TEXT,
  total INTEGER,
  names_at_ms INTEGER,
  fetched_at_ms INTEGER
) STRICT;

CREATE TABLE doubted_day (
  day_ms INTEGER PRIMARY KEY NOT NULL,
  latest_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE drift (
  endpoint TEXT NOT NULL,
  kind TEXT NOT NULL,
  field TEXT NOT NULL,
  count INTEGER NOT NULL,
  first_at_ms INTEGER NOT NULL,
  last_at_ms INTEGER NOT NULL,
  PRIMARY KEY (endpoint, kind, field)
) STRICT, WITHOUT ROWID;

CREATE TABLE erased_company (
  hash BLOB PRIMARY KEY NOT NULL,
  erased_at_ms INTEGER NOT NULL,
  everywhere INTEGER NOT NULL CHECK (everywhere IN (0, 1))
) STRICT, WITHOUT ROWID;

CREATE TABLE filter_snapshot (
  snapshot_id INTEGER PRIMARY KEY CHECK (snapshot_id = 1),
  fetched_at_ms INTEGER NOT NULL,
  filters TEXT NOT NULL
) STRICT;

CREATE TABLE highlight (
  company_id TEXT NOT NULL REFERENCES company (company_id) ON DELETE CASCADE,
  highlight_key TEXT NOT NULL,
  position INTEGER NOT NULL,
  listed INTEGER NOT NULL CHECK (listed IN (0, 1)),
  text TEXT NOT NULL,
  source TEXT NOT NULL,
  fetched_at_ms INTEGER NOT NULL, created_at_ms INTEGER,
  PRIMARY KEY (company_id, highlight_key)
) STRICT;

CREATE TABLE investor (
  name_folded TEXT PRIMARY KEY NOT NULL,
  name TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE investor_clock (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  newest_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE investor_start (
  start TEXT NOT NULL,
  name_folded TEXT NOT NULL REFERENCES investor (name_folded) ON DELETE CASCADE,
  PRIMARY KEY (start, name_folded)
) STRICT, WITHOUT ROWID;

CREATE TABLE kept_expired (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  at_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE known_limit (
  budget TEXT PRIMARY KEY NOT NULL,
  value INTEGER NOT NULL CHECK (value > 0),
  source TEXT NOT NULL CHECK (source IN ('chosen', 'header', 'stats', 'refusal'))
) STRICT, WITHOUT ROWID;

CREATE TABLE library_answer (
  answer_id INTEGER PRIMARY KEY AUTOINCREMENT,
  query_key TEXT NOT NULL UNIQUE,
  query TEXT NOT NULL,
  page_limit INTEGER NOT NULL,
  total INTEGER NOT NULL,
  complete INTEGER NOT NULL CHECK (complete IN (0, 1)),
  as_of_ms INTEGER NOT NULL,
  made_at_ms INTEGER NOT NULL
, endpoint TEXT NOT NULL DEFAULT 'fundings'
  CHECK (endpoint IN ('fundings', 'companies'))) STRICT;

CREATE TABLE "library_answer_row" (
  answer_id INTEGER NOT NULL REFERENCES library_answer (answer_id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  company_id TEXT NOT NULL REFERENCES company (company_id) ON DELETE CASCADE,
  round_id TEXT,
  known INTEGER NOT NULL CHECK (known IN (0, 1)),
  PRIMARY KEY (answer_id, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE news_article (
  company_id TEXT NOT NULL REFERENCES company (company_id) ON DELETE CASCADE,
  article_id TEXT NOT NULL,
  listed INTEGER NOT NULL CHECK (listed IN (0, 1)),
  title TEXT NOT NULL,
  url TEXT,
  round_id TEXT,
  created_at_ms INTEGER,
  source TEXT NOT NULL,
  fetched_at_ms INTEGER NOT NULL,
  PRIMARY KEY (company_id, article_id)
) STRICT;

CREATE TABLE normalised (
  part TEXT PRIMARY KEY NOT NULL CHECK (part IN ('rows', 'people')),
  version INTEGER NOT NULL
) STRICT;

CREATE TABLE open_role (
  company_id TEXT NOT NULL REFERENCES company (company_id) ON DELETE CASCADE,
  role_id TEXT NOT NULL,
  title TEXT,
  title_en TEXT,
  employment_type TEXT,
  location TEXT,
  remote_type TEXT,
  department TEXT,
  seniority TEXT,
  url TEXT,
  first_seen_at_ms INTEGER,
  last_synced_at_ms INTEGER,
  met_at_ms INTEGER NOT NULL,
  gone_at_ms INTEGER,
  source TEXT NOT NULL,
  fetched_at_ms INTEGER NOT NULL,
  raw TEXT NOT NULL, undocumented BLOB,
  PRIMARY KEY (company_id, role_id)
) STRICT;

CREATE TABLE ours_pending (
  company_id TEXT PRIMARY KEY NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE privacy (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  company_key BLOB NOT NULL,
  retention_months INTEGER CHECK (retention_months BETWEEN 1 AND 120),
  changed_at_ms INTEGER NOT NULL,
  raws_scrubbed INTEGER NOT NULL DEFAULT 0 CHECK (raws_scrubbed IN (0, 1))
) STRICT;

CREATE TABLE query_set (
  set_id INTEGER PRIMARY KEY AUTOINCREMENT,
  endpoint TEXT NOT NULL CHECK (endpoint IN ('fundings', 'companies')),
  query_key TEXT NOT NULL,
  query TEXT NOT NULL,
  page_limit INTEGER NOT NULL,
  total INTEGER,
  has_more INTEGER CHECK (has_more IN (0, 1)),
  ended INTEGER NOT NULL CHECK (ended IN (0, 1)),
  reached INTEGER NOT NULL,
  set_aside INTEGER NOT NULL,
  created_at_ms INTEGER NOT NULL,
  fetched_at_ms INTEGER NOT NULL
, sure_end INTEGER NOT NULL DEFAULT 0 CHECK (sure_end IN (0, 1))) STRICT;

CREATE TABLE query_set_row (
  set_id INTEGER NOT NULL REFERENCES query_set (set_id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  row_key TEXT NOT NULL,
  company_id TEXT NOT NULL REFERENCES company (company_id) ON DELETE CASCADE,
  round_id TEXT,
  known INTEGER NOT NULL CHECK (known IN (0, 1)), told TEXT,
  PRIMARY KEY (set_id, position),
  UNIQUE (set_id, row_key)
) STRICT, WITHOUT ROWID;

CREATE TABLE query_total (
  query_key TEXT PRIMARY KEY NOT NULL,
  total INTEGER NOT NULL,
  at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE receiver_span (
  span_id INTEGER PRIMARY KEY AUTOINCREMENT,
  from_ms INTEGER NOT NULL,
  to_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE role_base (
  company_id TEXT PRIMARY KEY NOT NULL REFERENCES company (company_id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE TABLE role_fetch (
  company_id TEXT NOT NULL REFERENCES company (company_id) ON DELETE CASCADE,
  department TEXT NOT NULL,
  seniority TEXT NOT NULL,
  search TEXT NOT NULL,
  per_page INTEGER NOT NULL,
  page INTEGER NOT NULL,
  received INTEGER NOT NULL,
  set_aside INTEGER NOT NULL,
  total INTEGER,
  started_at_ms INTEGER NOT NULL,
  fetched_at_ms INTEGER NOT NULL,
  complete INTEGER NOT NULL CHECK (complete IN (0, 1)),
  PRIMARY KEY (company_id, department, seniority, search)
) STRICT, WITHOUT ROWID;

CREATE TABLE role_walk (
  company_id TEXT PRIMARY KEY NOT NULL REFERENCES company (company_id) ON DELETE CASCADE,
  per_page INTEGER NOT NULL,
  page INTEGER NOT NULL,
  received INTEGER NOT NULL,
  set_aside INTEGER NOT NULL,
  total INTEGER,
  started_at_ms INTEGER NOT NULL,
  fetched_at_ms INTEGER NOT NULL,
  complete INTEGER NOT NULL CHECK (complete IN (0, 1))
) STRICT;

CREATE TABLE round (
  company_id TEXT NOT NULL REFERENCES company (company_id) ON DELETE CASCADE,
  round_id TEXT NOT NULL,
  derived_id INTEGER NOT NULL CHECK (derived_id IN (0, 1)),
  detail_level TEXT NOT NULL CHECK (detail_level IN ('list', 'event', 'summary', 'full')),
  stage TEXT,
  stage_folded TEXT NOT NULL,
  amount_text TEXT,
  amount_value REAL,
  amount_precision TEXT CHECK (amount_precision IN ('exact', 'rounded', 'none')),
  amount_currency TEXT,
  amount_usd REAL,
  announced_on TEXT,
  announced_text TEXT,
  source TEXT NOT NULL,
  fetched_at_ms INTEGER NOT NULL,
  field_claims TEXT NOT NULL,
  PRIMARY KEY (company_id, round_id)
) STRICT;

CREATE TABLE round_investor (
  company_id TEXT NOT NULL,
  round_id TEXT NOT NULL,
  position INTEGER NOT NULL,
  name TEXT NOT NULL,
  name_folded TEXT NOT NULL,
  role TEXT NOT NULL, stored_at_ms INTEGER,
  PRIMARY KEY (company_id, round_id, position),
  FOREIGN KEY (company_id, round_id) REFERENCES round (company_id, round_id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE TABLE round_source (
  company_id TEXT NOT NULL,
  round_id TEXT NOT NULL,
  source TEXT NOT NULL,
  fetched_at_ms INTEGER NOT NULL,
  raw TEXT NOT NULL, undocumented BLOB,
  PRIMARY KEY (company_id, round_id, source),
  FOREIGN KEY (company_id, round_id) REFERENCES round (company_id, round_id) ON DELETE CASCADE
) STRICT;

CREATE TABLE round_told (
  company_id TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('day', 'stage')),
  value TEXT NOT NULL,
  round_id TEXT NOT NULL,
  PRIMARY KEY (company_id, kind, value, round_id),
  FOREIGN KEY (company_id, round_id) REFERENCES round (company_id, round_id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE TABLE search_before (
  company_id TEXT PRIMARY KEY NOT NULL,
  named TEXT NOT NULL,
  words TEXT NOT NULL
) STRICT;

CREATE TABLE search_dirty (
  company_id TEXT PRIMARY KEY NOT NULL,
  changes INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE search_doc (
  doc_id INTEGER PRIMARY KEY,
  company_id TEXT NOT NULL UNIQUE,
  letters INTEGER NOT NULL
) STRICT;

CREATE TABLE search_saved (
  part INTEGER PRIMARY KEY,
  bytes BLOB NOT NULL
) STRICT;

CREATE TABLE search_unsaved (
  company_id TEXT PRIMARY KEY NOT NULL
) STRICT, WITHOUT ROWID;

CREATE VIRTUAL TABLE search_words USING fts5 (
  tokens, content = '', detail = none, columnsize = 0, tokenize = "ascii tokenchars '+#'"
);

CREATE TABLE 'search_words_config'(k PRIMARY KEY, v) WITHOUT ROWID;

CREATE TABLE 'search_words_data'(id INTEGER PRIMARY KEY, block BLOB);

CREATE TABLE 'search_words_idx'(segid, term, pgno, PRIMARY KEY(segid, term)) WITHOUT ROWID;

CREATE TABLE service_fact (
  fact_id INTEGER PRIMARY KEY CHECK (fact_id = 1),
  status TEXT,
  version TEXT,
  version_before TEXT,
  checked_at_ms INTEGER,
  deprecation TEXT,
  sunset TEXT,
  deprecated_at_ms INTEGER
) STRICT;

CREATE TABLE signal (
  signal_key INTEGER PRIMARY KEY AUTOINCREMENT,
  identity TEXT NOT NULL,
  key_rule TEXT NOT NULL,
  via TEXT NOT NULL CHECK (via IN ('webhook', 'paste')),
  company_id TEXT,
  company_name TEXT,
  country_name TEXT,
  industry TEXT,
  event TEXT NOT NULL,
  type TEXT,
  subtype TEXT,
  published_at_ms INTEGER,
  sent_at_ms INTEGER,
  received_at_ms INTEGER NOT NULL,
  delivered_at_ms INTEGER NOT NULL,
  deliveries INTEGER NOT NULL,
  round_id TEXT,
  stage TEXT,
  amount_text TEXT,
  amount_value REAL,
  amount_precision TEXT CHECK (amount_precision IN ('exact', 'rounded', 'none')),
  amount_currency TEXT,
  announced_on TEXT,
  icp_match REAL CHECK (icp_match BETWEEN 0 AND 100),
  tracking_status TEXT,
  sample INTEGER NOT NULL CHECK (sample IN (0, 1)),
  merged INTEGER NOT NULL CHECK (merged IN (0, 1, 2)),
  triggers TEXT NOT NULL,
  user_note TEXT,
  raw TEXT
, outside_at_ms INTEGER, undocumented BLOB) STRICT;

CREATE TABLE signal_alias (
  alias TEXT PRIMARY KEY NOT NULL,
  signal_key INTEGER NOT NULL REFERENCES signal (signal_key) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE TABLE suppression (
  suppression_id TEXT PRIMARY KEY NOT NULL,
  since_ms INTEGER NOT NULL,
  asked TEXT NOT NULL CHECK (asked IN ('person', 'typed')),
  lifted_at_ms INTEGER
) STRICT, WITHOUT ROWID;

CREATE TABLE suppression_key (
  hash BLOB NOT NULL,
  suppression_id TEXT NOT NULL REFERENCES suppression (suppression_id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('linkedin', 'email', 'service-id', 'name')),
  PRIMARY KEY (hash, suppression_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE tag (
  tag_key INTEGER PRIMARY KEY,
  tag_id TEXT UNIQUE,
  name TEXT NOT NULL,
  slug TEXT,
  category TEXT
) STRICT;

CREATE TABLE tech_stack (
  company_id TEXT PRIMARY KEY NOT NULL REFERENCES company (company_id) ON DELETE CASCADE,
  domain TEXT,
  categories TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE technology (
  technology_key INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  categories TEXT NOT NULL
, description TEXT, described_at_ms INTEGER) STRICT;

CREATE INDEX company_by_website_host ON company (website_host, company_id) WHERE website_host IS NOT NULL;

CREATE INDEX company_change_by_company ON company_change (company_id, noticed_at_ms DESC);

CREATE UNIQUE INDEX company_change_noticed ON company_change (noticed_at_ms);

CREATE INDEX company_panel_by_told ON company_panel (panel, told) WHERE told IS NOT NULL;

CREATE INDEX company_source_personal ON company_source (fetched_at_ms) WHERE personal IS NOT NULL;

CREATE INDEX company_tag_by_tag ON company_tag (tag_key);

CREATE INDEX company_technology_by_technology ON company_technology (technology_key);

CREATE INDEX contact_by_email ON contact (email_identity) WHERE email_identity IS NOT NULL;

CREATE INDEX contact_by_identity ON contact (company_id, identity);

CREATE INDEX contact_by_linkedin ON contact (linkedin_identity) WHERE linkedin_identity IS NOT NULL;

CREATE INDEX contact_by_told ON contact (fetched_at_ms);

CREATE INDEX contacts_by_fetch ON contacts_state (fetched_at_ms) WHERE fetched_at_ms IS NOT NULL;

CREATE INDEX investor_start_by_name ON investor_start (name_folded);

CREATE INDEX library_answer_by_list ON library_answer (endpoint, made_at_ms DESC, answer_id DESC);

CREATE INDEX library_answer_by_made ON library_answer (made_at_ms DESC, answer_id DESC);

CREATE INDEX library_answer_row_by_company ON library_answer_row (company_id);

CREATE INDEX query_set_by_fetched ON query_set (endpoint, fetched_at_ms DESC);

CREATE INDEX query_set_by_query ON query_set (endpoint, query_key, created_at_ms DESC);

CREATE INDEX query_set_row_by_company ON query_set_row (company_id, round_id);

CREATE INDEX round_by_announced ON round (announced_on) WHERE announced_on IS NOT NULL;

CREATE INDEX round_investor_by_stored ON round_investor (name_folded, stored_at_ms);

CREATE INDEX signal_alias_by_signal ON signal_alias (signal_key);

CREATE INDEX signal_by_company ON signal (company_id);

CREATE INDEX signal_by_time ON signal (received_at_ms DESC, signal_key DESC);

CREATE INDEX signal_outside ON signal (outside_at_ms) WHERE outside_at_ms IS NOT NULL;

CREATE INDEX signal_to_merge ON signal (signal_key) WHERE merged = 0;

CREATE INDEX signal_with_text ON signal (received_at_ms) WHERE user_note IS NOT NULL OR raw IS NOT NULL;

CREATE INDEX suppression_by_time ON suppression (since_ms DESC, suppression_id) WHERE lifted_at_ms IS NULL;

CREATE INDEX suppression_key_by_suppression ON suppression_key (suppression_id, kind);

CREATE INDEX tag_by_name ON tag (name, slug);
