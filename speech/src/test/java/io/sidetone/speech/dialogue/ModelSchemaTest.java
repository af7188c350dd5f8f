package io.sidetone.speech.dialogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What models see of a schema, wherever its definitions and alternatives stand. */
class ModelSchemaTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    private static JsonNode seen(String schema) throws JsonProcessingException {
        return JSON.valueToTree(ModelSchema.of(JSON.readValue(schema.replace('\'', '"'), new TypeReference<>() {})));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            textBlock =
                    """
        {'type':'object','properties':{'a':{'type':'string'}},'required':['a'],'additionalProperties':false} | {'type':'object','properties':{'a':{'type':'string'}},'required':['a'],'additionalProperties':false}
        {'definitions':{'D':{'enum':['x']}},'properties':{'a':{'$ref':'#/definitions/D'}}} | {'type':'object','properties':{'a':{'enum':['x']}}}
        {'$defs':{'D':{'enum':['x']}},'properties':{'a':{'$ref':'#/$defs/D','description':'d'}}} | {'type':'object','properties':{'a':{'enum':['x'],'description':'d'}}}
        {'$defs':{'D':{'type':'array','items':{'$ref':'#/$defs/E'}},'E':{'type':'integer'}},'properties':{'a':{'$ref':'#/$defs/D'}}} | {'type':'object','properties':{'a':{'type':'array','items':{'type':'integer'}}}}
        {'definitions':{'A/b c':{'type':'integer'}},'properties':{'a':{'$ref':'#/definitions/A~1b%20c'}}} | {'type':'object','properties':{'a':{'type':'integer'}}}
        {'properties':{'a':{'definitions':{'D':{'type':'null'}},'anyOf':[{'$ref':'#/properties/a/definitions/D'},{'type':'string'}]}}} | {'type':'object','properties':{'a':{'anyOf':[{'type':'null'},{'type':'string'}]}}}
        {'$ref':'#/definitions/P','definitions':{'P':{'type':'object','properties':{'a':{'type':'string'}},'required':['a']}}} | {'type':'object','properties':{'a':{'type':'string'}},'required':['a']}
        {'allOf':[{'properties':{'a':{'type':'string'}},'required':['a']},{'properties':{'b':{'type':'string'}},'required':['b']}]} | {'type':'object','properties':{'a':{'type':'string'},'b':{'type':'string'}},'required':['a','b']}
        {'properties':{'$ref':{'type':'string'},'definitions':{'type':'string'}}} | {'type':'object','properties':{'$ref':{'type':'string'},'definitions':{'type':'string'}}}
        {'properties':{'a':{'const':{'$ref':'#/nothing'}}}} | {'type':'object','properties':{'a':{'const':{'$ref':'#/nothing'}}}}
        {'$schema':'http://json-schema.org/draft-07/schema#','type':'object'} | {'type':'object','properties':{}}
        """)
    void shouldStandForItself(String schema, String model) throws JsonProcessingException {
        assertThat(seen(schema)).isEqualTo(JSON.readTree(model.replace('\'', '"')));
    }

    @ParameterizedTest
    @ValueSource(strings = {"anyOf", "oneOf"})
    void shouldShowAllAlternativesOfTheTopLevelAsOneObject(String keyword) throws JsonProcessingException {
        JsonNode seen = seen("{'" + keyword + "':["
                + "{'properties':{'id':{'type':'string'},'kind':{'const':'a'},'at':{'type':'string'}},'required':['id','kind']},"
                + "{'properties':{'kind':{'const':'b'},'name':{'type':'string'},'at':{'type':'string'}},'required':['kind','name']}],"
                + "'properties':{'more':{'type':'integer'}},'required':['more']}");
        assertThat(seen.at("/properties").properties())
                .extracting(Map.Entry::getKey)
                .containsExactlyInAnyOrder("more", "id", "kind", "at", "name");
        assertThat(seen.at("/properties/kind/anyOf")).hasSize(2);
        assertThat(seen.path("required").toString()).isEqualTo("[\"more\",\"kind\"]");
        assertThat(seen.has(keyword)).isFalse();
        assertThat(seen.path("description").asText()).contains("\"" + keyword + "\":[{\"properties\":{\"id\"");
    }

    @Test
    void shouldSayInWordsWhatServicesDoNotTakeAtTheTopLevel() throws JsonProcessingException {
        JsonNode seen = seen("{'description':'Books.','minProperties':1,'additionalProperties':{'type':'string'},"
                + "'not':{'required':['x']},'properties':{}}");
        assertThat(seen.path("description").asText())
                .isEqualTo("Books. The parameters must also fit this JSON Schema: {\"minProperties\":1,"
                        + "\"additionalProperties\":{\"type\":\"string\"},\"not\":{\"required\":[\"x\"]}}");
        assertThat(seen).hasSize(3);
    }

    @Test
    void shouldKeepReferencesOnlyWhereASchemaContainsItself() throws JsonProcessingException {
        JsonNode seen = seen(
                "{'definitions':{'Node':{'type':'object','properties':{'next':{'$ref':'#/definitions/Node'},"
                        + "'day':{'$ref':'#/definitions/Day'}}},'Day':{'type':'string'}},'properties':{'first':{'$ref':'#/definitions/Node'}}}");
        assertThat(seen.at("/properties/first/properties/next/$ref").asText()).isEqualTo("#/$defs/Node");
        assertThat(seen.at("/$defs/Node/properties/next/$ref").asText()).isEqualTo("#/$defs/Node");
        assertThat(seen.at("/$defs/Node/properties/day/type").asText()).isEqualTo("string");
        assertThat(seen("{'properties':{'child':{'$ref':'#'}}}")
                        .at("/$defs/self/properties/child/$ref")
                        .asText())
                .isEqualTo("#/$defs/self");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'properties':{'a':{'$ref':'#/definitions/None'}}}",
                "{'properties':{'a':{'$ref':'#none'}}}",
                "{'properties':{'a':{'$ref':'https://example.com/a.json'}}}",
                "{'properties':{'a':{'items':{'anyOf':[{'$ref':'other.json#/a'}]}}}}"
            })
    void shouldRefuseReferencesThatPointAtNothing(String schema) {
        assertThatThrownBy(() -> seen(schema))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("$ref '")
                .hasMessageContaining("points ");
    }

    @Test
    void shouldRefuseReferencesThatMultiply() {
        StringBuilder schema = new StringBuilder("{'properties':{'a':{'$ref':'#/$defs/d0'}},'$defs':{");
        for (int i = 0; i < 30; i++) {
            schema.append("'d" + i + "':{'anyOf':[{'$ref':'#/$defs/d" + (i + 1) + "'},{'$ref':'#/$defs/d" + (i + 1)
                    + "'}]},");
        }
        String bomb = schema.append("'d30':{}}}").toString();
        assertThatThrownBy(() -> seen(bomb)).hasMessageContaining("far too large");
    }
}
