import type { Knex } from "knex";

/**
 * What lists are ordered by is compared by code points (collate "C") on every server: a cursor and our
 * own code must agree with the database on what comes after what.
 *
 * Reference tables: who there is and who may see what. Names that are unique across tenants live
 * here, since a distributed table could not keep them so.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table platform.organization (
      eid text collate "C" primary key check (length(eid) = 22),
      name text collate "C" not null check (length(name) between 1 and 255),
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null
    );
    select platform.replicate('platform.organization');

    create table platform."user" (
      eid text collate "C" primary key check (length(eid) = 22),
      organization_eid text collate "C" not null references platform.organization (eid),
      username text not null unique,
      email text not null unique check (email = lower(email)),
      first_name text not null,
      last_name text not null,
      locale text not null,
      default_timezone text not null,
      role text not null check (role in ('USER', 'STAFF')),
      organization_role text not null check (organization_role in ('USER', 'ADMIN')),
      default_advertisable_eid text collate "C" check (length(default_advertisable_eid) = 22),
      -- scrypt, in the form that gateway/auth/password.ts documents; null: this user can't sign in by password.
      password_hash text,
      is_active boolean not null,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null
    );
    create index user_organization on platform."user" (organization_eid, eid);
    select platform.replicate('platform."user"');

    -- Which organization an advertisable belongs to: its admins see the advertisable without a grant.
    create table platform.ownership (
      advertisable_eid text collate "C" primary key check (length(advertisable_eid) = 22),
      organization_eid text collate "C" not null references platform.organization (eid)
    );
    create index ownership_organization on platform.ownership (organization_eid, advertisable_eid);
    select platform.replicate('platform.ownership');

    -- Grants: which advertisables a user without the admin role may see and work on.
    create table platform.access (
      user_eid text collate "C" not null references platform."user" (eid),
      advertisable_eid text collate "C" not null references platform.ownership (advertisable_eid),
      granted_at timestamptz(3) not null,
      primary key (user_eid, advertisable_eid)
    );
    create index access_advertisable on platform.access (advertisable_eid, user_eid);
    select platform.replicate('platform.access');

    create table platform.api_client (
      -- What a client sends as apikey.
      client_id text primary key check (length(client_id) between 1 and 64),
      name text collate "C" not null,
      -- scrypt; null: a client that may not ask for tokens.
      secret_hash text,
      is_active boolean not null,
      created_at timestamptz(3) not null
    );
    select platform.replicate('platform.api_client');

    create table platform.access_token (
      -- SHA-256 of the token in hexadecimal; the token itself is shown once and not kept.
      digest text primary key check (length(digest) = 64),
      kind text not null check (kind in ('PERSONAL', 'ACCESS', 'REFRESH')),
      user_eid text collate "C" not null references platform."user" (eid),
      client_id text references platform.api_client (client_id),
      -- All tokens that come from one sign-in; a reused refresh token revokes its whole family.
      family_eid text collate "C" not null check (length(family_eid) = 22),
      issued_at timestamptz(3) not null,
      expires_at timestamptz(3),
      used_at timestamptz(3),
      revoked_at timestamptz(3)
    );
    create index access_token_family on platform.access_token (family_eid);
    select platform.replicate('platform.access_token');

    grant select, insert, update on platform.organization, platform."user", platform.ownership to adgraph_runtime;
    grant select, insert, update, delete on platform.access to adgraph_runtime;
    grant select on platform.api_client to adgraph_runtime;
    grant select, insert, update on platform.access_token to adgraph_runtime;
  `);
}
