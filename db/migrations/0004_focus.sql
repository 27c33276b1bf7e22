-- Recent focus: the topics that the user has worked on. Topics match by name, so they have no vectors.

create table public.devai_recent_topics (
  id uuid primary key,
  project text,
  topic text not null check (char_length(topic) between 1 and 120),
  parent_topic text,
  file_paths text[] not null default '{}',
  directories text[] not null default '{}',
  strength real not null default 1 check (strength between 0 and 1),
  touch_count integer not null default 1,
  session_count integer not null default 0,
  first_seen_at timestamptz not null,
  last_touched_at timestamptz not null,
  is_active boolean not null default true,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index devai_recent_topics_name
  on public.devai_recent_topics (project, topic) nulls not distinct where is_active;

-- Which sessions touched a topic, so that each counts once even if two of them touch it alternately.
create table public.devai_topic_sessions (
  topic_id uuid not null references public.devai_recent_topics (id) on delete cascade,
  session_id uuid not null,
  primary key (topic_id, session_id)
);

alter table public.devai_recent_topics enable row level security;
alter table public.devai_topic_sessions enable row level security;
