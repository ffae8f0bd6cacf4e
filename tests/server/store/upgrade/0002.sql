BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0002');
CREATE TABLE analyses (
	table_id VARCHAR(32) NOT NULL, 
	moves TEXT NOT NULL, 
	PRIMARY KEY (table_id), 
	FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
CREATE TABLE beats (
	id INTEGER NOT NULL, 
	at BIGINT NOT NULL, 
	PRIMARY KEY (id)
);
CREATE TABLE events (
	table_id VARCHAR(32) NOT NULL, 
	version INTEGER NOT NULL, 
	at BIGINT NOT NULL, 
	request VARCHAR(64) NOT NULL, 
	event TEXT NOT NULL, 
	PRIMARY KEY (table_id, version), 
	FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
)
 WITHOUT ROWID

;
INSERT INTO "events" VALUES('WLV7Ju5N9FiB7u',1,1780000000000,'take:1','{"kind":"took","seat":1,"name":"Ben"}');
INSERT INTO "events" VALUES('WLV7Ju5N9FiB7u',2,1780000000000,'0:m0:00000000','{"kind":"played","seat":0,"ply":1,"move":"BGR:m1"}');
INSERT INTO "events" VALUES('WLV7Ju5N9FiB7u',3,1780000000000,'1:m1:00000000','{"kind":"played","seat":1,"ply":2,"move":"BGR:l1"}');
INSERT INTO "events" VALUES('WLV7Ju5N9FiB7u',4,1780000000000,'0:m2:00000000','{"kind":"played","seat":0,"ply":3,"move":"BGR:k1"}');
INSERT INTO "events" VALUES('ZgqNJ2KGi3P6Jx',1,1780000000000,'r','{"kind":"resigned","seat":0}');
CREATE TABLE holds (
	table_id VARCHAR(32) NOT NULL, 
	seat INTEGER NOT NULL, 
	"key" BLOB NOT NULL, 
	PRIMARY KEY (table_id, seat, "key"), 
	FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
INSERT INTO "holds" VALUES('WLV7Ju5N9FiB7u',-1,X'0101010101010101010101010101010101010101010101010101010101010101');
INSERT INTO "holds" VALUES('WLV7Ju5N9FiB7u',0,X'0101010101010101010101010101010101010101010101010101010101010101');
INSERT INTO "holds" VALUES('WLV7Ju5N9FiB7u',1,X'0202020202020202020202020202020202020202020202020202020202020202');
INSERT INTO "holds" VALUES('WLV7Ju5N9FiB7u',-1,X'0303030303030303030303030303030303030303030303030303030303030303');
INSERT INTO "holds" VALUES('zmRg8DkBz9Fxja',-1,X'0404040404040404040404040404040404040404040404040404040404040404');
INSERT INTO "holds" VALUES('ZgqNJ2KGi3P6Jx',-1,X'0101010101010101010101010101010101010101010101010101010101010101');
INSERT INTO "holds" VALUES('ZgqNJ2KGi3P6Jx',0,X'0101010101010101010101010101010101010101010101010101010101010101');
INSERT INTO "holds" VALUES('ZgqNJ2KGi3P6Jx',1,X'0101010101010101010101010101010101010101010101010101010101010101');
CREATE TABLE links (
	table_id VARCHAR(32) NOT NULL, 
	seat INTEGER NOT NULL, 
	token BLOB NOT NULL, 
	PRIMARY KEY (table_id, seat), 
	FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
INSERT INTO "links" VALUES('WLV7Ju5N9FiB7u',-1,X'7777777777777777777777777777777777777777777777777777777777777777');
CREATE TABLE puzzles (
	name VARCHAR(64) NOT NULL, 
	sheet TEXT NOT NULL, 
	made BIGINT NOT NULL, 
	PRIMARY KEY (name)
);
CREATE TABLE saves (
	id VARCHAR(32) NOT NULL, 
	puzzle VARCHAR(64) NOT NULL, 
	progress TEXT NOT NULL, 
	version INTEGER NOT NULL, 
	status VARCHAR(8) NOT NULL, 
	used BIGINT NOT NULL, 
	PRIMARY KEY (id)
);
CREATE TABLE tables (
	id VARCHAR(32) NOT NULL, 
	game VARCHAR(32) NOT NULL, 
	record TEXT NOT NULL, 
	terms TEXT NOT NULL, 
	public BOOLEAN NOT NULL, 
	status VARCHAR(8) NOT NULL, 
	due BIGINT, 
	created BIGINT NOT NULL, 
	used BIGINT NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "tables" VALUES('WLV7Ju5N9FiB7u','planken','Tischlein record 1
Game: planken
Rules: 1
Variant: standard
Seats: 2
First: 0
Option line: neighbouring
Option deal: balanced
Option turning: yes
Option stuck: skipped
Option edge: none
Deal planks 0: BGR BRG GBR GRB RBG RGB
Deal planks 1: BGR BRG GBR GRB RBG RGB

','{"chairs":[{"kind":"person","name":"Anna"},{"kind":"open"}],"created":1780000000000,"public":false,"clock":{"seconds":900,"increment":5},"takebacks":true,"hints":true}',0,'playing',1780000905000,1780000000000,1780000000000);
INSERT INTO "tables" VALUES('zmRg8DkBz9Fxja','blockers','Tischlein record 1
Game: blockers
Rules: 1
Variant: basic
Seats: 2
First: 0
Option scoring: blockers
Deal red: star I 5 C circle G triangle joker 3 1 plus 9 8 4 moon note H E D 7 diamond 2 6 B F A heart clover
Deal green: 6 moon star 2 A 1 9 G circle D E clover F triangle 3 joker note plus I 8 4 diamond H heart 7 C 5 B

','{"chairs":[{"kind":"bot","level":"level1"},{"kind":"bot","level":"0.5s"}],"created":1780000000000,"public":false,"clock":null,"takebacks":true,"hints":true}',0,'playing',1780000060000,1780000000000,1780000000000);
INSERT INTO "tables" VALUES('ZgqNJ2KGi3P6Jx','blokus','Tischlein record 1
Game: blokus
Rules: 1
Variant: duo
Seats: 2
First: 0
Option corners: fixed

','{"chairs":[{"kind":"person","name":"Anna"},{"kind":"person","name":""}],"created":1780000000000,"public":true,"clock":null,"takebacks":true,"hints":true}',1,'over',NULL,1780000000000,1780000000000);
CREATE INDEX tables_due ON tables (due);
CREATE INDEX tables_listed ON tables (public, status, created);
CREATE INDEX tables_used ON tables (used);
CREATE INDEX holds_key ON holds ("key");
CREATE INDEX puzzles_made ON puzzles (made);
CREATE INDEX saves_used ON saves (status, used);
COMMIT;
