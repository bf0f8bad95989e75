/** Every article the newsroom knows, and how far it has come. */
import type { Item } from '../../common/answers.ts';
import { Field, FilterForm, Select } from '../../common/forms.tsx';
import { NumberedPages } from '../../common/numbered-pages.tsx';
import { AgoCell, AmountCell, CardTable, Show, useRead } from '../../common/parts.tsx';
import { language as pageLanguage, sayKind, toCount, withQuery } from '../../common/workspace.ts';
import { t } from '../facts.ts';
import { FIELDS } from './fields.ts';
import { n } from './words.ts';

type Article = Item<'admin-articles'>;

const SORTS = [
  ['-published_at', 'newest'],
  ['published_at', 'oldest'],
  ['-nq_score', 'bestFirst'],
  ['nq_score', 'worstFirst'],
  ['title', 'byTitle'],
] as const;
const TRUTHS = ['analyzed', 'has_email'] as const;
const STAGES = ['scrape', 'analyze', 'translate', 'push'] as const;
const TONES: Readonly<Record<string, string>> = { done: 'good', failed: 'bad', partial: 'caution', running: 'caution' };

const LANGUAGES = new Intl.DisplayNames(pageLanguage, { type: 'language' });
const toLanguage = (code: string): string => LANGUAGES.of(code) ?? code;

export function Articles() {
  const query = new URLSearchParams(location.search);
  const names = ['q', 'category', 'sort', ...TRUTHS];
  const filters = Object.fromEntries(names.map((name) => [name, query.get(name) ?? '']));
  const page = Number(query.get('page') ?? 1);
  const reading = useRead(withQuery('/admin/articles', { ...filters, page }));
  return (
    <>
      <ArticleFilters filters={filters} />
      <Show loaded={reading}>
        {({ items, total, pages }) => (
          <>
            <p class="note">{n('count', { total: toCount(total) })}</p>
            {items.length === 0 ? (
              <p>{n('nothing')}</p>
            ) : (
              <CardTable heads={[n('article'), n('score'), n('stages'), t('time')]}>
                {items.map((article) => (
                  <ArticleRow key={article.article_id} article={article} />
                ))}
              </CardTable>
            )}
            <NumberedPages path="/admin" filters={{ view: 'articles', ...filters }} page={page} pages={pages} />
          </>
        )}
      </Show>
    </>
  );
}

function ArticleFilters({ filters }: { filters: Readonly<Record<string, string>> }) {
  return (
    <FilterForm hidden={{ view: 'articles' }}>
      <Field label={n('searchArticles')} name="q" type="search" defaultValue={filters.q} maxLength={200} />
      <Select
        label={n('category')}
        name="category"
        value={filters.category}
        choices={FIELDS.map((key) => [key, sayKind('field', key)] as const)}
        isNarrow
        hasAll
      />
      {TRUTHS.map((name) => (
        <Select
          key={name}
          label={n(name === 'analyzed' ? 'analyzed' : 'hasEmail')}
          name={name}
          value={filters[name]}
          choices={[
            ['true', t('yes')],
            ['false', t('no')],
          ]}
          isNarrow
          hasAll
        />
      ))}
      <Select
        label={n('sort')}
        name="sort"
        value={filters.sort}
        choices={SORTS.map(([value, word]) => [value, n(word)] as const)}
        isNarrow
      />
    </FilterForm>
  );
}

function ArticleRow({ article }: { article: Article }) {
  const {
    article_id: id,
    source_name,
    source_type,
    company_name,
    title,
    category,
    language,
    published_at,
    nq_score,
  } = article;
  return (
    <tr>
      <th scope="row">
        {article.public ? <a href={`/v1/articles/${id}`}>{title}</a> : title}
        <p class="note">
          {[
            source_name ?? sayKind('source', source_type),
            company_name,
            category && sayKind('field', category),
            toLanguage(language),
          ]
            .filter(Boolean)
            .join(' · ')}
          {article.duplicate_of !== null && ` · = #${article.duplicate_of}`}
        </p>
      </th>
      <AmountCell of={n('score')}>
        {nq_score === null ? (
          '–'
        ) : (
          <a href={`/admin/preview/${id}`} title={n('diagnosis')}>
            {Math.round(nq_score)}
          </a>
        )}
      </AmountCell>
      <td>
        {STAGES.map((name) => {
          const stage = article.stages[name];
          const text = ('error' in stage && stage.error) || sayKind('stage', stage.status);
          return (
            <span key={name} class={`tag ${TONES[stage.status] ?? ''}`} title={text}>
              {n(name)}
              <span class="unseen">: {text}</span>
            </span>
          );
        })}
      </td>
      <AgoCell at={published_at} />
    </tr>
  );
}
