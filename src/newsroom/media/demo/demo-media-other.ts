/** Demonstration media in English and Chinese, in the form of those in Japanese. The first column is the country. */
export const DEMO_MEDIA_EN = `
JP|The Sample Business Journal||Sample Press|magazine|national|東京都|business,it|start-ups,software,small firms|sample-business||150000|Business monthly for English readers in Japan.|Why small firms write their news at night;Minutes without the meeting after the meeting
JP|Osaka Example Weekly||Example Weekly|newspaper|local|大阪府|local,travel|Osaka,events,cafés,repair|osaka-example||30000|What happens in Osaka, for residents and visitors.|A repair café opens its doors
US|Example Tech Review||Example Media|web|national||it|machine learning,developer tools,open source|example-tech||2100000|Reviews of software by people who use it.|Full-text search for languages without spaces
US|Civic Code||Example Media|trade|trade||it,society|local government,city councils,public services,minutes|civic-code||40000|For those who build software for city halls.|Councils put their minutes online
GB|The Muster Gazette||Muster Group|newspaper|national||society,business|economy,work,politics|muster-gazette||1800000|National daily.|Survey of small firms finds long evenings
GB|Greenhouse Letters||Leaf Press|web|national||environment,food|waste heat,greenhouses,energy saving|greenhouse-letters||26000|Energy and food under glass.|A data centre that grows tomatoes
US|Logistics Sample Daily||Sample Press|trade|trade||mobility,business|logistics,last mile,warehouses,redelivery|logistics-sample||52000|Trade daily for carriers and warehouses.|Letting people choose the hour of delivery
US|Food Waste Monitor||Leaf Press|web|national||food,environment|food waste,restaurants,demand forecasting|foodwaste-monitor||19000|Tracks what is thrown away, and what helps.|Forecasts that keep kitchens lean
GB|People at Work||Muster Group|magazine|national||business,society|leave,side jobs,remote work|people-at-work|bare|75000||
US|Access First||Access Guild|web|national||it,society|accessibility,screen readers,keyboard|access-first||33000|News of digital accessibility.|Testing with screen readers, page by page
US|Museum Example Radio||Example Radio|radio|local||entertainment,education|exhibitions,schools,history|museum-radio||15000|Culture radio.|Prototypes on loan to schools
AU|Southern Sample Wire||Sample Wire|news_agency|national||business,society|markets,companies|southern-wire||4000000|Wire service for the southern hemisphere.|Small firms cautious about hiring
US|Robin Beispiel|||freelance|national||it|privacy,security|robin-beispiel|person||Writes about privacy for several magazines.|What meeting recorders keep
GB|Wire and Embargo||Trade Words|trade|trade||business|press releases,news desks,embargo|wire-embargo|refuses|9000|For people who write press releases.|A guide to the words of the trade
`;

export const DEMO_MEDIA_ZH = `
CN|示例科技日报||示例报业|newspaper|national||it|人工智能,软件,创业公司|shili-keji||800000|报道企业技术创新的日报。|会议纪要软件走进中小企业
CN|样本财经||样本传媒|web|national||finance,business|市场,中小企业,融资|yangben-caijing||1500000|财经新闻网站。|中小企业的数字化账本
CN|会展观察||会展传媒|trade|trade||business,travel|展会,名片,参展企业,无纸化|huizhan-guancha||26000|面向会展行业的专业媒体。|展会现场的二维码名片;无纸化展会省下多少成本
CN|无障碍之窗||公益传媒|web|national||society,it|无障碍,读屏软件,公益|wuzhangai||41000|关注信息无障碍的网站。|网站怎样通过读屏测试
CN|职教周刊||教育样本社|magazine|national||education|职业学校,课程,就业|zhijiao||37000|职业教育专业周刊。|数据整理课走进职业学校
CN|绿色制造报||绿色传媒|trade|trade||environment,manufacturing|节能,减排,工厂|lvse-zhizao||29000|制造业节能减排专业报纸。|余热利用的新办法
CN|食品流通网||流通传媒|trade|trade||food,business|食品,零售,供应链|shipin-liutong||34000|食品流通行业网站。|预测客流，减少浪费
CN|上海示例晚报||示例报业|newspaper|local|上海市|local,society|上海,社区,生活服务|shanghai-shili||520000|上海本地生活新闻。|社区里的旧物修理铺
CN|虚构电视财经频道||虚构电视台|tv|national||finance,business|经济,企业,访谈|xugou-tv||3000000|全国播出的财经频道。|企业家访谈：从小事做起
TW|範例商業週刊||範例出版|magazine|national||business,it|新創,數位轉型,管理|fanli-weekly||90000|介紹企業管理與數位轉型的週刊。|會議紀錄自動化的下一步
CN|物流样本||流通传媒|web|trade||mobility|快递,仓储,末端配送|wuliu-yangben|bare|18000||
CN|游戏范例||范例互动|web|national||games|独立游戏,电竞|youxi-fanli||760000|独立游戏新闻。|三个人做的侦探游戏
CN|李范例|||freelance|national||it,society|隐私,数据|li-fanli|person mute||关注数据与隐私的自由撰稿人。|
HK|虛構通訊社||虛構通訊社|news_agency|national||business,society|快訊,市場|xugou-wire|stale|2500000|向各地媒體供稿的通訊社。|中小企信心回升
`;
