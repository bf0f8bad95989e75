/** Search results of the sandbox: pages on reserved names, made from the words of the query. */

/** Names that are reserved for examples: nothing is put into a real site's mouth. */
const pages = [
  {
    site: 'encyclopedia.example.org',
    title: (topic: string) => `${topic} - Encyclopedia`,
    says: 'gives an overview of',
  },
  { site: 'docs.example.com', title: (topic: string) => `${topic}: documentation`, says: 'documents' },
  { site: 'www.example.com/guides', title: (topic: string) => `A guide to ${topic}`, says: 'is a practical guide to' },
  { site: 'news.example.com/2026/11', title: (topic: string) => `What is new about ${topic}`, says: 'reports on' },
  { site: 'blog.example.net', title: (topic: string) => `${topic} in five minutes`, says: 'sums up' },
  { site: 'forum.example.org/t', title: (topic: string) => `Questions about ${topic}`, says: 'discusses' },
  { site: 'www.example.edu/courses', title: (topic: string) => `Course: ${topic}`, says: 'teaches' },
  { site: 'history.example.org', title: (topic: string) => `The history of ${topic}`, says: 'tells the history of' },
  {
    site: 'code.example.net/topics',
    title: (topic: string) => `Projects about ${topic}`,
    says: 'lists projects about',
  },
  { site: 'video.example.com/watch', title: (topic: string) => `${topic} (video)`, says: 'shows' },
] as const;

export interface SandboxResult {
  title: string;
  url: string;
  says: string;
  host: string;
  /** 1 for the best: the days before today. */
  daysOld: number;
  publishedAt: Date;
}

/** Topic of a question: “What is the MCP?” asks about the MCP. */
export function findTopic(query: string): string {
  return query
    .replace(/^(what|who|where|how|why|when) (is|are|was|do|does|to) ((the|a|an) )?/i, '')
    .replace(/(?<![?？。.!])[?？。.!]+$/, '');
}

/** Pages for a query, best first; `from` passes over the first ones, so that engines differ. */
export function listResults(query: string, count: number, nowMs: number, from = 0): SandboxResult[] {
  const topic = findTopic(query.trim());
  const path = encodeURIComponent(topic.replaceAll(' ', '-').toLowerCase());
  const turned = [...pages.slice(from), ...pages.slice(0, from)];
  return turned.slice(0, count).map(({ site, title, says }, rank) => ({
    title: title(topic),
    url: `https://${site}/${path}`,
    says: `This page ${says} ${topic}. It was made up by the sandbox from the query “${query.trim()}”.`,
    host: site.split('/')[0] ?? site,
    daysOld: rank + 1,
    publishedAt: findDayBefore(rank + 1, nowMs),
  }));
}

/** Always at the same time of the day. */
function findDayBefore(days: number, nowMs: number): Date {
  const day = new Date(nowMs);
  return new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate() - days, 14, 22, 41));
}
