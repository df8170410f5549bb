import type { TermRow } from '../term-row.ts';

/**
 * English terms for the departments that work with customers and the public. Some of them are also used in
 * other languages.
 */
export const ENGLISH_CUSTOMERS: readonly TermRow[] = [
  // Sales.
  {
    departments: ['sales'],
    terms: `sales, presales, pre sales, business development, bd, biz dev, bizdev, partnerships, partnership,
      alliances, strategic alliances, revenue, revenue operations, revops, rev ops, sales operations,
      sales ops, sales enablement, revenue enablement, account management, key accounts, key account,
      inside sales, field sales, sales engineering, solutions engineering, solution engineering,
      solution consulting, solutions consulting, sales development, go to market, gtm, channel, channels,
      channel partners, partner ecosystem, strategic partnerships, enterprise sales, new business,
      lead generation, commercial operations, business dev, commercialization, commercialisation,
      commercial excellence, wholesale, dealer, resellers, strategic accounts, partner sales,
      partner development, partner success, customer acquisition sales, deal desk, franchise, tenders, bid,
      renewals, renewal`,
  },
  {
    departments: ['sales'],
    strength: 'medium',
    terms: `accounts, account, territory, retail, licensing, partners, ecosystem, monetization, pricing, enablement,
      leasing, real estate sales, trading, market access, bids`,
  },
  { departments: ['sales'], strength: 'weak', terms: 'solutions, markets, expansion, business' },
  {
    departments: ['sales'],
    seniority: 'mid',
    terms: `account executive, ae, sdr, bdr, adr, sales executive, sales representative, sales rep, salesperson,
      salesman, saleswoman, sales engineer, solutions engineer, solution engineer, solutions consultant,
      solution consultant, presales engineer, pre sales engineer, business developer, closer,
      sales specialist, sales agent, sales consultant, telemarketer, inside sales representative,
      sales hunter, account representative, territory representative, enterprise account executive,
      partner executive, solutions advisor, sales coordinator, seller, enterprise seller, commercial`,
  },
  {
    departments: ['sales'],
    seniority: 'manager',
    terms: `account manager, key account manager, kam, bdm, partner manager, channel manager, territory manager,
      area sales manager, asm, regional sales manager, engagement manager, client partner, account lead,
      partner lead, strategic account manager`,
  },
  {
    departments: ['sales'],
    seniority: 'director',
    terms: 'account director, client director, partner director',
  },
  {
    departments: ['sales'],
    seniority: 'executive',
    terms: 'cro, cco, cbo, cbdo, chief commercial officer, chief business officer, chief partnership officer',
  },
  // Marketing.
  {
    departments: ['marketing'],
    terms: `marketing, mktg, mkt, mktng, growth marketing, product marketing, pmm, performance marketing,
      content marketing, email marketing, field marketing, brand marketing, digital marketing,
      partner marketing, demand generation, demand gen, seo, sea, sem, ppc, paid media, paid social,
      paid search, social media, community management, developer relations, devrel, user acquisition,
      customer acquisition, acquisition marketing, crm, lifecycle, campaigns, campaign, growth operations,
      marketing operations, mops, martech, advertising, market research, marketing communications,
      customer marketing, event marketing, branding, inbound, abm, copywriting, customer insights,
      consumer insights, market intelligence, e commerce, ecommerce, online marketing, affiliate, affiliates,
      retention marketing, trade marketing, influencer marketing, storytelling, newsletter,
      go to market strategy, ad operations, ad ops, ad tech, adtech, ads, ad manager, ad sales`,
  },
  {
    departments: ['marketing'],
    strength: 'medium',
    terms: `growth, brand, brands, content, community, events, event, audience, social, media, acquisition,
      category, merchandising, conferences, insights, media planning, advocacy`,
  },
  {
    departments: ['marketing'],
    strength: 'weak',
    terms: 'online, market, promotion, promotions, loyalty, consumer',
  },
  {
    departments: ['marketing'],
    seniority: 'mid',
    terms: `marketer, marketeer, copywriter, content writer, content creator, growth hacker, evangelist,
      developer advocate, developer evangelist, seo specialist, media buyer, influencer, blogger,
      market researcher, content strategist, brand ambassador, merchandiser, technology evangelist`,
  },
  {
    departments: ['marketing'],
    seniority: 'executive',
    terms: 'cmo, cgo, chief growth officer, chief brand officer, chief evangelist',
  },
  // Support.
  {
    departments: ['support'],
    terms: `customer support, technical support, product support, client support, customer success, client success,
      customer service, customer client service, client services, customer care, client care,
      customer experience, cx, customer operations, customer happiness, customer onboarding,
      customer relations, client relations, helpdesk, help desk, service desk, call center, call centre,
      contact center, contact centre, customer engagement, implementation, implementations, onboarding,
      professional services, after sales, aftersales, post sales, customer excellence, client experience,
      customer solutions, field service, user support, member services, service delivery, customer delight,
      customer advocacy`,
  },
  { departments: ['support'], strength: 'medium', terms: 'guest, patient, support' },
  {
    departments: ['support'],
    strength: 'weak',
    terms: 'customer, customers, client, clients, member, members, service, services',
  },
  {
    departments: ['support'],
    seniority: 'mid',
    terms: `support engineer, customer support engineer, customer success engineer, customer service agent,
      customer agent, call center agent, helpdesk technician, implementation consultant,
      implementation specialist, onboarding specialist, field service engineer, service technician,
      customer success associate, customer advocate, customer champion, customer hero, field engineer,
      application engineer, implementation engineer, deployment engineer, service engineer`,
  },
  {
    departments: ['support'],
    seniority: 'manager',
    terms: `csm, customer success manager, technical account manager, tam, client success manager,
      service delivery manager`,
  },
  {
    departments: ['support'],
    seniority: 'executive',
    terms: 'chief customer officer, chief client officer, chief customer success officer',
  },
  // Communication.
  {
    departments: ['communication'],
    terms: `communications, communication, comms, pr, public relations, public affairs, corporate communications,
      corporate affairs, press, media relations, internal communications, internal comms,
      external communications, external affairs, government affairs, government relations, public policy,
      regulatory communications, editorial, newsroom, stakeholder relations, external relations,
      analyst relations, institutional relations, publishing, public sector affairs, journalism,
      crisis communications`,
  },
  { departments: ['communication'], strength: 'medium', terms: 'policy, publications, corporate relations' },
  {
    departments: ['communication'],
    seniority: 'mid',
    terms: `journalist, editor, press officer, spokesperson, spokeswoman, spokesman, publicist, speechwriter,
      reporter, pr consultant, translator, lobbyist, writer, proofreader, ghostwriter, correspondent`,
  },
  {
    departments: ['communication'],
    seniority: 'manager',
    terms: 'editor in chief, managing editor, chief editor, chief content officer',
  },
  {
    departments: ['communication'],
    seniority: 'executive',
    terms: 'chief communications officer, chief communication officer',
  },
];
